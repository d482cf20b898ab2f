package threadmill.streams

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import threadmill.problems.ProblemException
import threadmill.problems.ProblemType

class StreamRequestTest {
    @Test
    fun `five elements unless it says otherwise`() {
        assertThat(streamRequestOf("/stream?seed=7")).isEqualTo(StreamRequest(7, 5, null))
        assertThat(streamRequestOf("/stream?elements=100&seed=0")).isEqualTo(StreamRequest(0, 100, null))
    }

    @Test
    fun `a fault is had by its name or by its seed`() {
        StreamFault.entries.forEach { fault ->
            assertThat(streamRequestOf("/stream?seed=7&fault=${fault.text}").fault).isEqualTo(fault)
            assertThat(streamRequestOf("/stream?seed=${fault.seed}").fault).isEqualTo(fault)
        }
    }

    @ParameterizedTest
    @ValueSource(
        strings = [
            "", "?", "?seed=", "?seed=a", "?seed=1.5", "?seed=%2B1", "?seed=9223372036854775808", "?seed=%zz",
            "?seed=1&elements=0", "?seed=1&elements=101", "?seed=1&elements=", "?seed=1&fault=", "?seed=1&fault=none",
        ],
    )
    fun `bad parameters are problems`(query: String) {
        assertThat(assertThrows<ProblemException> { streamRequestOf("/stream$query") }.type)
            .isEqualTo(ProblemType.INVALID_PARAMETER)
    }
}
