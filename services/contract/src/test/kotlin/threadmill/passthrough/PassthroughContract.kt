package threadmill.passthrough

import org.springframework.test.context.DynamicPropertyRegistry
import org.springframework.test.context.DynamicPropertySource
import threadmill.VariantContract
import threadmill.problem

const val DOWNSTREAM_TIMEOUT_MS = 700L

/** A test of a variant in front of DownstreamStub. */
abstract class PassthroughContract : VariantContract() {
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
