package threadmill.attestation

import com.sun.management.HotSpotDiagnosticMXBean
import java.lang.management.ManagementFactory

fun runningJvm(): Jvm {
    val runtime = ManagementFactory.getRuntimeMXBean()
    val flags = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean::class.java)
    return Jvm(
        version = "${Runtime.version()}",
        vendor = runtime.vmVendor,
        name = runtime.vmName,
        collectors = ManagementFactory.getGarbageCollectorMXBeans().map { it.name },
        heapMaxBytes = flags.getVMOption("MaxHeapSize").value.toLong(),
        processors = Runtime.getRuntime().availableProcessors(),
        arguments = runtime.inputArguments,
    )
}
