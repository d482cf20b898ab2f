package threadmill.server

import java.util.concurrent.Executor
import java.util.concurrent.atomic.AtomicInteger

/** Counts unfinished tasks. With a virtual thread for each task, that is the number of virtual threads. */
class CountingExecutor(private val threads: Executor) : Executor {
    private val count = AtomicInteger()
    private val highest = AtomicInteger()

    val live get() = count.get()

    /** The highest count since the last call. */
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
