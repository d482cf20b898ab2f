package threadmill.pages

import org.springframework.util.MultiValueMap
import threadmill.input.integerOf

data class PageRequest(val page: Int, val size: Int) {
    val offset get() = page.toLong() * size
}

/** Takes the query as it stands, because each web stack has its own idea of what an integer is, and a lone `page`. */
fun pageRequestOf(query: MultiValueMap<String, String>) = PageRequest(
    page = query.integer("page", 0L..100_000L) ?: 0,
    size = query.integer("size", 1L..100L) ?: 10,
)

private fun MultiValueMap<String, String>.integer(name: String, range: LongRange): Int? =
    if (name in this) integerOf(name, getFirst(name).orEmpty(), range).toInt() else null
