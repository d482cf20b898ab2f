package threadmill.pool

import java.io.FilterInputStream
import java.io.InputStream
import java.net.InetAddress
import java.net.Socket
import java.util.concurrent.ConcurrentHashMap
import javax.net.SocketFactory

private const val NOT_WAITING = Long.MAX_VALUE

/**
 * Makes sockets that remember since when they have waited for an answer, for AnswerWatchdog. Connector/J makes one by
 * this class's name (its option `socketFactory`), and connects it.
 */
class WatchedSocketFactory : SocketFactory() {
    override fun createSocket(): Socket = WatchedSocket()

    override fun createSocket(host: String, port: Int) = connected()

    override fun createSocket(host: String, port: Int, from: InetAddress, fromPort: Int) = connected()

    override fun createSocket(host: InetAddress, port: Int) = connected()

    override fun createSocket(host: InetAddress, port: Int, from: InetAddress, fromPort: Int) = connected()

    private fun connected(): Socket = throw UnsupportedOperationException("the driver connects its sockets itself")
}

/** All calls but [isLate] and [close] come from the thread that uses the connection. */
class WatchedSocket : Socket() {
    @Volatile private var waitingSince = NOT_WAITING
    private val input by lazy { Waiting(super.getInputStream()) }

    init {
        OPEN += this
    }

    override fun getInputStream(): InputStream = input

    override fun close() {
        OPEN -= this
        super.close()
    }

    /** Whether it has waited for [limit] nanoseconds or longer. */
    fun isLate(limit: Long): Boolean = waitingSince.let { it != NOT_WAITING && System.nanoTime() - it >= limit }

    private inner class Waiting(answers: InputStream) : FilterInputStream(answers) {
        override fun read(): Int = waiting { `in`.read() }

        override fun read(bytes: ByteArray, offset: Int, length: Int): Int =
            waiting { `in`.read(bytes, offset, length) }

        private inline fun waiting(read: () -> Int): Int {
            waitingSince = System.nanoTime()
            try {
                return read()
            } finally {
                waitingSince = NOT_WAITING
            }
        }
    }

    companion object {
        /** Those that are not closed yet. */
        val OPEN: MutableSet<WatchedSocket> = ConcurrentHashMap.newKeySet()
    }
}
