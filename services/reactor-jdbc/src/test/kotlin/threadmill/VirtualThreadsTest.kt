package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

@VariantTest
class VirtualThreadsTest {
    @Test
    fun `runs a blocking call on a virtual thread`() {
        assertThat(onVirtualThread { Thread.currentThread().isVirtual }.block()).isTrue()
    }

    @Test
    fun `runs ten blocking calls at once for each processor, as coroutines-jdbc`() {
        val calls = AtOnce()
        List(AtOnce.CALLS) { onVirtualThread(calls).toFuture() }.forEach { it.join() }
        assertThat(calls.most).isEqualTo(AtOnce.BOUND)
    }
}
