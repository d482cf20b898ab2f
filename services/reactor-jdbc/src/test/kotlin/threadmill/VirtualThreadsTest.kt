package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

@VariantTest
class VirtualThreadsTest {
    @Test
    fun `runs a blocking call on a virtual thread`() {
        assertThat(onVirtualThread { Thread.currentThread().isVirtual }.block()).isTrue()
    }
}
