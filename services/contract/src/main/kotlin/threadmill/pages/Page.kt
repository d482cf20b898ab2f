package threadmill.pages

data class Page<T>(val items: List<T>, val page: Int, val size: Int, val totalElements: Long, val totalPages: Long)

fun <T> pageOf(request: PageRequest, items: List<T>, totalElements: Long) =
    Page(items, request.page, request.size, totalElements, Math.ceilDiv(totalElements, request.size))
