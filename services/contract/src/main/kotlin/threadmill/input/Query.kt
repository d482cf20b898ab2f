package threadmill.input

import org.springframework.util.MultiValueMap

typealias Query = MultiValueMap<String, String>

/** Parses the raw query, because the web stacks convert integers, and `page` without a value, in different ways. */
fun Query.integer(name: String, range: LongRange): Long? =
    if (name in this) integerOf(name, getFirst(name).orEmpty(), range) else null
