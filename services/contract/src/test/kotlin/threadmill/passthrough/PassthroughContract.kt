package threadmill.passthrough

import org.springframework.beans.factory.annotation.Value
import org.springframework.test.context.DynamicPropertyRegistry
import org.springframework.test.context.DynamicPropertySource
import threadmill.Wire
import threadmill.problem

const val DOWNSTREAM_TIMEOUT_MS = 700L

/** A variant in front of DownstreamStub. */
abstract class PassthroughContract {
    @Value("\${local.server.port}")
    protected var port = 0

    protected val http by lazy { Wire("http://localhost:$port") }

    protected fun unavailable(path: String) =
        problem(502, "downstream-unavailable", "The downstream is away or broken; try again later.", path)

    protected fun late(path: String) =
        problem(504, "downstream-timeout", "The downstream gave no answer in time; try again later.", path)

    companion object {
        @JvmStatic
        @DynamicPropertySource
        fun downstream(settings: DynamicPropertyRegistry) {
            settings.add("DOWNSTREAM_URL") { DownstreamStub.url }
            settings.add("DOWNSTREAM_TIMEOUT_MS") { DOWNSTREAM_TIMEOUT_MS }
        }
    }
}
