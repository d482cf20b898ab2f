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
import java.util.concurrent.TimeUnit

private const val PERIOD_MS = 400L

/**
 * Tomcat finds that a client has gone only when it writes, and not at the first write. This looks in between, so that
 * the relay of a slow stream ends as soon as Netty would end it.
 */
@Hook
@Component
class ClientWatch : AutoCloseable {
    private val watched = ConcurrentHashMap.newKeySet<Watched>()
    private val looks = Executors.newSingleThreadScheduledExecutor(
        Thread.ofPlatform().daemon().name("client-watch").factory(),
    )

    init {
        looks.scheduleWithFixedDelay({ watched.forEach(Watched::look) }, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS)
    }

    /** Calls [whenGone] from another thread. To be closed before the request ends: Tomcat uses its objects again. */
    fun watch(request: HttpServletRequest, whenGone: () -> Unit): AutoCloseable =
        Watched(coyoteRequest(request), whenGone).also(watched::add)

    fun <T : Any> whileThere(request: HttpServletRequest, stream: Flux<T>): Flux<T> {
        val gone = Sinks.empty<Unit>()
        return Flux.using(
            { watch(request) { gone.tryEmitEmpty() } },
            { stream.takeUntilOther(gone.asMono()) },
            AutoCloseable::close,
        )
    }

    override fun close() = looks.shutdownNow().clear()

    private inner class Watched(private val request: CoyoteRequest, private val whenGone: () -> Unit) : AutoCloseable {
        private var open = true

        fun look() {
            val gone = synchronized(this) { open && request.isClientGone() }
            if (!gone) return
            close()
            whenGone()
        }

        override fun close() {
            synchronized(this) { open = false }
            watched -= this
        }
    }
}

private typealias CoyoteRequest = org.apache.coyote.Request

/** The servlet API shows nothing of a request's connection. */
private fun coyoteRequest(request: HttpServletRequest): CoyoteRequest {
    val facade = checkNotNull(WebUtils.getNativeRequest(request, RequestFacade::class.java))
    return (DirectFieldAccessor(facade).getPropertyValue("request") as Request).coyoteRequest
}

/** Looks without waiting. Tomcat says 1 byte for an error; only a next request, sent too early, would be more. */
private fun CoyoteRequest.isClientGone(): Boolean {
    action(ActionCode.AVAILABLE, true)
    return available == 1
}
