package threadmill.attestation

import org.springframework.stereotype.Component

/** Attests the virtual threads that run blocking calls. */
@Component
class VirtualThreadWitness : Witness {
    override fun parity() = emptyMap<String, Any?>()

    override fun tunables() = virtualThreads()
}
