package threadmill.server

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import java.util.concurrent.Executor
import java.util.concurrent.RejectedExecutionException

class CountingExecutorTest {
    private val waiting = ArrayDeque<Runnable>()
    private val executor = CountingExecutor(waiting::addLast)

    @Test
    fun `counts from the hand-over to the end`() {
        repeat(3) { executor.execute {} }
        assertThat(executor.live).isEqualTo(3)

        waiting.removeFirst().run()
        assertThat(executor.live).isEqualTo(2)
    }

    @Test
    fun `forgets a task that fails, and one that is refused`() {
        executor.execute { error("fails") }
        assertThatThrownBy { waiting.removeFirst().run() }.hasMessage("fails")
        assertThat(executor.live).isZero()

        val full = CountingExecutor(Executor { throw RejectedExecutionException() })
        assertThatThrownBy { full.execute {} }.isInstanceOf(RejectedExecutionException::class.java)
        assertThat(full.live).isZero()
    }

    @Test
    fun `keeps the peak until it is taken`() {
        repeat(3) { executor.execute {} }
        repeat(2) { waiting.removeFirst().run() }

        assertThat(executor.takePeak()).isEqualTo(3)
        assertThat(executor.takePeak()).isEqualTo(1)
    }
}
