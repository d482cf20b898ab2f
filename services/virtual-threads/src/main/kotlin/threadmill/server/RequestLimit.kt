package threadmill.server

import org.springframework.beans.factory.annotation.Value
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory
import org.springframework.boot.web.server.WebServerFactoryCustomizer
import org.springframework.core.Ordered
import org.springframework.stereotype.Component
import threadmill.attestation.Witness
import java.util.concurrent.Executor
import java.util.concurrent.Semaphore

/**
 * Lets no more requests run at once than it is told, as worker threads do for blocking; without [limit], all. Those
 * that wait start no timer, as each would that waits in Hikari for a connection.
 */
@Component
class RequestLimit(
    @Value("\${threadmill.virtual-threads.requests:#{null}}") private val limit: Int?,
    @Value("\${server.tomcat.max-connections}") private val connections: Int,
) : WebServerFactoryCustomizer<TomcatServletWebServerFactory>,
    Ordered,
    Witness {
    /** After Boot's customizer, which installs the executor of virtual threads, and before VirtualThreadGauge. */
    override fun getOrder() = Ordered.LOWEST_PRECEDENCE - 1

    override fun customize(factory: TomcatServletWebServerFactory) {
        val limit = limit ?: return
        factory.addProtocolHandlerCustomizers({ handler -> handler.executor = limited(handler.executor, limit) })
    }

    override fun parity() = emptyMap<String, Any?>()

    override fun tunables() = mapOf("virtualThreads.requests" to (limit ?: connections))
}

/** Starts every task on its thread, where it waits for its turn; first come, first served, as worker threads do it. */
fun limited(threads: Executor, limit: Int): Executor {
    val turns = Semaphore(limit, true)
    return Executor { task ->
        threads.execute {
            turns.acquire()
            try {
                task.run()
            } finally {
                turns.release()
            }
        }
    }
}
