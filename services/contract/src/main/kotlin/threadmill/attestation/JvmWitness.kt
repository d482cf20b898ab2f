package threadmill.attestation

import org.springframework.stereotype.Component

/** Matches flags that set the heap, the collector or the number of processors. */
private val PARITY_FLAG =
    Regex("-Xm[nsx].*|-XX:.*(GC|Heap|RAM|Ratio|NewSize|Metaspace|Tenur|Survivor|ProcessorCount).*")

@Component
class JvmWitness : Witness {
    override fun parity() = runningJvm().let { jvm ->
        mapOf(
            "java.version" to jvm.version,
            "jvm.processors" to jvm.processors,
            "jvm.heapMaxBytes" to jvm.heapMaxBytes,
            "jvm.collectors" to jvm.collectors,
            "jvm.flags" to jvm.arguments.filter(PARITY_FLAG::matches).sorted(),
        )
    }

    override fun tunables() = mapOf("schedulingPolicy" to schedulingPolicy())
}
