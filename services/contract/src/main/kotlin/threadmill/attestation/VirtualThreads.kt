package threadmill.attestation

import jdk.management.VirtualThreadSchedulerMXBean
import java.lang.management.ManagementFactory

/** On how many platform threads at once the JDK runs virtual threads: a tunable of the variants that use them. */
fun virtualThreads(): Map<String, Any?> {
    val scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean::class.java)
    return mapOf("virtualThreads.parallelism" to scheduler.parallelism)
}
