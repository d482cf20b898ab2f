package threadmill.draws

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.within
import org.junit.jupiter.api.Test
import java.util.SplittableRandom

class DrawTest {
    @Test
    fun `draws what the JDK's SplitMix64 draws from the same seed`() {
        val random = SplittableRandom(20_230_917)

        val draws = (0 until 100).map { draw(20_230_917, it, 1000) }

        assertThat(draws).isEqualTo(List(100) { java.lang.Long.remainderUnsigned(random.nextLong(), 1000).toInt() })
    }

    @Test
    fun `is fair, also between neighbouring seeds`() {
        val draws = (0L until 10_000).map { draw(it, 0, 10) }

        assertThat(draws.toSet()).isEqualTo((0..9).toSet())
        assertThat(draws.average()).isEqualTo(4.5, within(0.1))
        assertThat(draw(7, 0, 1)).isZero()
    }

    @Test
    fun `finds a seed of its own that a request could have named`() {
        assertThat(List(1000) { randomSeed() }).allMatch { it in 0..MAX_SEED }.doesNotHaveDuplicates()
    }
}
