package threadmill.attestation

import jdk.management.VirtualThreadSchedulerMXBean
import java.lang.management.ManagementFactory

/** The number of platform threads that carry virtual threads, for the variants that use them. */
fun virtualThreads(): Map<String, Any?> {
    val scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean::class.java)
    return mapOf("virtualThreads.parallelism" to scheduler.parallelism)
}
