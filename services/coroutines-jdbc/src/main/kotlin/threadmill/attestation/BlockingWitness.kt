package threadmill.attestation

import org.springframework.stereotype.Component

/** Of the virtual threads that blocking calls run on. */
@Component
class BlockingWitness : Witness {
    override fun parity() = emptyMap<String, Any?>()

    override fun tunables() = virtualThreads()
}
