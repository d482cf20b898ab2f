package threadmill.input

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class TextTest {
    @Test
    fun `has at least one character and at most max`() {
        assertThat(isText("", 3)).isFalse()
        assertThat(isText("a", 3)).isTrue()
        assertThat(isText("abc", 3)).isTrue()
        assertThat(isText("abcd", 3)).isFalse()
    }

    @Test
    fun `counts characters as the database does`() {
        val house = "\uD83C\uDFE0"
        assertThat(isText(house.repeat(3), 3)).isTrue()
        assertThat(isText(house.repeat(4), 3)).isFalse()
    }

    @Test
    fun `refuses half a surrogate pair`() {
        assertThat(isText("a\uD83C", 3)).isFalse()
        assertThat(isText("\uDFE0a", 3)).isFalse()
    }
}
