package threadmill.pages

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.web.util.UriComponentsBuilder
import threadmill.problems.ProblemException

class PageTest {
    @Test
    fun `has defaults`() {
        assertThat(pageRequestOf(query(""))).isEqualTo(PageRequest(page = 0, size = 10))
    }

    @Test
    fun `reaches from the first page to the last one allowed`() {
        assertThat(pageRequestOf(query("page=0&size=1")).offset).isEqualTo(0)
        assertThat(pageRequestOf(query("page=100000&size=100")).offset).isEqualTo(10_000_000)
    }

    @ParameterizedTest
    @ValueSource(strings = ["-1", "100001", "abc", "", "1.5", "99999999999999999999"])
    fun `refuses an absurd page`(page: String) {
        assertThatThrownBy { pageRequestOf(query("page=$page")) }
            .isInstanceOf(ProblemException::class.java)
            .hasMessage("page must be an integer from 0 to 100000.")
    }

    @ParameterizedTest
    @ValueSource(strings = ["0", "101", "-10", "all"])
    fun `refuses an absurd size`(size: String) {
        assertThatThrownBy { pageRequestOf(query("size=$size")) }
            .isInstanceOf(ProblemException::class.java)
            .hasMessage("size must be an integer from 1 to 100.")
    }

    @ParameterizedTest
    @CsvSource("0, 0", "1, 1", "10, 1", "11, 2")
    fun `counts pages`(elements: Long, pages: Long) {
        assertThat(pageOf(PageRequest(0, 10), listOf<Int>(), elements).totalPages).isEqualTo(pages)
    }

    @Test
    fun `refuses a page without a value`() {
        assertThatThrownBy { pageRequestOf(query("page")) }.isInstanceOf(ProblemException::class.java)
    }

    private fun query(text: String) = UriComponentsBuilder.fromUriString("/?$text").build().queryParams
}
