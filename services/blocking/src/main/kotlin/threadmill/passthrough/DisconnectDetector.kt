package threadmill.passthrough

import jakarta.servlet.http.HttpServletRequest
import org.apache.catalina.connector.Request
import org.apache.catalina.connector.RequestFacade
import org.apache.coyote.ActionCode
import org.springframework.beans.DirectFieldAccessor
import org.springframework.stereotype.Component
import org.springframework.web.util.WebUtils
import reactor.core.publisher.Flux
import reactor.core.publisher.Sinks
import threadmill.hooks.Hook
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit.MILLISECONDS

private const val PERIOD_MS = 400L

/**
 * Ends the relay of a slow stream soon after its client disconnects, as Netty does. Tomcat by itself notices a
 * disconnect only when it writes, and not at the first write, so this checks all open streams periodically.
 */
@Hook
@Component
class DisconnectDetector : AutoCloseable {
    private val watched = ConcurrentHashMap.newKeySet<Watched>()
    private val scheduler = Executors.newSingleThreadScheduledExecutor(
        Thread.ofPlatform().daemon().name("disconnect-detector").factory(),
    )

    init {
        scheduler.scheduleWithFixedDelay(::checkAll, PERIOD_MS, PERIOD_MS, MILLISECONDS)
    }

    /** Whatever one throws must not end the checks. */
    private fun checkAll() = watched.forEach { runCatching(it::check) }

    /** Calls [onDisconnect] from another thread. Close it before the request ends, because Tomcat recycles requests. */
    fun watch(request: HttpServletRequest, onDisconnect: () -> Unit): AutoCloseable =
        Watched(coyoteRequest(request), onDisconnect).also(watched::add)

    fun <T : Any> takeUntilDisconnect(request: HttpServletRequest, stream: Flux<T>): Flux<T> {
        val gone = Sinks.empty<Unit>()
        return Flux.using(
            { watch(request) { gone.tryEmitEmpty() } },
            { stream.takeUntilOther(gone.asMono()) },
            AutoCloseable::close,
        )
    }

    override fun close() = scheduler.shutdownNow().clear()

    private inner class Watched(private val request: CoyoteRequest, private val onDisconnect: () -> Unit) :
        AutoCloseable {
        private var open = true

        fun check() {
            val gone = synchronized(this) { open && request.isDisconnected() }
            if (!gone) return
            close()
            onDisconnect()
        }

        override fun close() {
            synchronized(this) { open = false }
            watched -= this
        }
    }
}

private typealias CoyoteRequest = org.apache.coyote.Request

/** Tomcat's own request, because the servlet API gives no access to the connection. */
private fun coyoteRequest(request: HttpServletRequest): CoyoteRequest {
    val facade = checkNotNull(WebUtils.getNativeRequest(request, RequestFacade::class.java))
    return (DirectFieldAccessor(facade).getPropertyValue("request") as Request).coyoteRequest
}

/** Checks without blocking. Tomcat reports 1 available byte for a broken connection, more for a pipelined request. */
private fun CoyoteRequest.isDisconnected(): Boolean {
    action(ActionCode.AVAILABLE, true)
    return available == 1
}
