package threadmill.pages

import threadmill.input.Query
import threadmill.input.integer

data class PageRequest(val page: Int, val size: Int) {
    val offset get() = page.toLong() * size
}

fun pageRequestOf(query: Query) = PageRequest(
    page = query.integer("page", 0L..100_000L)?.toInt() ?: 0,
    size = query.integer("size", 1L..100L)?.toInt() ?: 10,
)
