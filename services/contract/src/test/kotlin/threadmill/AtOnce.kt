package threadmill

import java.util.concurrent.atomic.AtomicInteger

/** A blocking call that counts how many of its kind run at once. */
class AtOnce : () -> Int {
    private val running = AtomicInteger()
    private val highest = AtomicInteger()

    /** The most that ran at once so far. */
    val most: Int get() = highest.get()

    override fun invoke(): Int {
        val now = running.incrementAndGet()
        highest.accumulateAndGet(now, ::maxOf)
        Thread.sleep(CALL_MS)
        return running.decrementAndGet()
    }

    companion object {
        /** What both controls are to let run, on this machine. */
        val BOUND = 10 * Runtime.getRuntime().availableProcessors()

        /** Enough calls to reach the bound and to exceed it. */
        val CALLS = 3 * BOUND
        private const val CALL_MS = 100L
    }
}
