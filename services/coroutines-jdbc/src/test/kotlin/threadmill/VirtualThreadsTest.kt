package threadmill

import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class VirtualThreadsTest {
    @Test
    fun `runs a blocking call on a virtual thread`() {
        assertThat(runBlocking { onVirtualThread { Thread.currentThread().isVirtual } }).isTrue()
    }
}
