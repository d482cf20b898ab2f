package threadmill.server

import java.util.concurrent.Executor
import java.util.concurrent.atomic.AtomicInteger

/** Counts the tasks that have been handed over and have not ended; with one virtual thread a task, its threads. */
class CountingExecutor(private val threads: Executor) : Executor {
    private val count = AtomicInteger()
    private val highest = AtomicInteger()

    val live get() = count.get()

    /** The most at once since the last call. */
    fun takePeak(): Int = maxOf(highest.getAndSet(count.get()), count.get())

    override fun execute(task: Runnable) {
        val now = count.incrementAndGet()
        highest.accumulateAndGet(now, ::maxOf)
        try {
            threads.execute {
                try {
                    task.run()
                } finally {
                    count.decrementAndGet()
                }
            }
        } catch (refused: Throwable) {
            count.decrementAndGet()
            throw refused
        }
    }
}
