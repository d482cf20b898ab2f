package threadmill.attestation

import jdk.management.VirtualThreadSchedulerMXBean
import java.lang.management.ManagementFactory

/**
 * For the variants that use virtual threads: how many platform threads carry them, what waits for the sockets of those
 * that are parked (the JDK starts it with the first of them, so it is null before), and whether it keeps a list of all.
 */
fun virtualThreads(): Map<String, Any?> {
    val scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean::class.java)
    return mapOf(
        "virtualThreads.parallelism" to scheduler.parallelism,
        "virtualThreads.pollers" to pollers(),
        "virtualThreads.tracked" to tracked(),
    )
}

/** As the JDK reads it: its list of all threads is in no public API (jdk.internal.vm.ThreadContainers). */
private fun tracked() = System.getProperty("jdk.trackAllThreads").let { it.isNullOrEmpty() || it.toBoolean() }

/** The JDK tells its poller mode nowhere but in the names of its platform threads (sun.nio.ch.Poller). */
private fun pollers(): String? {
    val threads = ManagementFactory.getThreadMXBean()
    val names = threads.getThreadInfo(threads.allThreadIds).mapNotNull { it?.threadName }
    return when {
        "MasterPoller" in names -> "virtual"
        "Read-Poller" in names -> "platform"
        else -> null
    }
}
