package threadmill.streams

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.within
import org.junit.jupiter.api.Test
import java.util.SplittableRandom

class WaitsTest {
    @Test
    fun `waits are those of the JDK's SplitMix64 with the same seed`() {
        val seed = 20_171_022L
        val random = SplittableRandom(seed)

        val waits = (0 until 100).map { waitMillis(seed, it) }

        assertThat(waits).isEqualTo(List(100) { java.lang.Long.remainderUnsigned(random.nextLong(), 1001).toInt() })
    }

    @Test
    fun `waits fill 0 to 1000 ms evenly, and neighbouring seeds differ`() {
        val waits = (1L..2_000).flatMap { seed -> (0..4).map { waitMillis(seed, it) } }

        assertThat(waits).allMatch { it in 0..1000 }
        assertThat(waits.average()).isEqualTo(500.0, within(10.0))
        assertThat(waits.toSet()).hasSize(1001)
    }
}
