package threadmill.input

import org.springframework.util.MultiValueMap

typealias Query = MultiValueMap<String, String>

/** Takes the query as it stands, because each web stack has its own idea of what an integer is, and a lone `page`. */
fun Query.integer(name: String, range: LongRange): Long? =
    if (name in this) integerOf(name, getFirst(name).orEmpty(), range) else null
