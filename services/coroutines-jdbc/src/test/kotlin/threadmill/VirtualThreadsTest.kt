package threadmill

import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class VirtualThreadsTest {
    @Test
    fun `runs a blocking call on a virtual thread`() {
        assertThat(runBlocking { onVirtualThread { Thread.currentThread().isVirtual } }).isTrue()
    }

    @Test
    fun `runs ten blocking calls at once for each processor, as reactor-jdbc`() {
        val calls = AtOnce()
        runBlocking { List(AtOnce.CALLS) { async { onVirtualThread(calls) } }.awaitAll() }
        assertThat(calls.most).isEqualTo(AtOnce.BOUND)
    }
}
