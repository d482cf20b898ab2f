package threadmill.attestation

import org.springframework.stereotype.Component

@Component
class JvmWitness : Witness {
    override fun parity() = runningJvm().let { jvm ->
        mapOf(
            "java.version" to jvm.version,
            "jvm.processors" to jvm.processors,
            "jvm.heapMaxBytes" to jvm.heapMaxBytes,
            "jvm.collectors" to jvm.collectors,
            "jvm.flags" to jvm.arguments.filter { it.startsWith("-X") }.sorted(),
        )
    }

    override fun tunables() = mapOf("schedulingPolicy" to schedulingPolicy())
}
