package threadmill.attestation

import java.io.IOException
import java.nio.file.Path
import kotlin.io.path.exists
import kotlin.io.path.listDirectoryEntries
import kotlin.io.path.readText

/** The numbers of the policies that need no privilege (sched(7)). */
private val POLICIES = mapOf("0" to "other", "3" to "batch", "5" to "idle")

/** The policy is the 41st field of a thread's stat (proc_pid_stat(5)); the name, its second, may hold blanks. */
private const val FIELD = 41
private const val AFTER_NAME = 3
private val TASKS = Path.of("/proc/self/task")

/**
 * By which policy the kernel gives the processor to this app's threads: that of every thread, "mixed" if they have
 * several, or null where the system is not Linux. The JVM has no option for it; the one that starts the JVM has.
 */
fun schedulingPolicy(tasks: Path = TASKS): String? {
    if (!tasks.exists()) return null
    val found = tasks.listDirectoryEntries().mapNotNull(::policy).toSet()
    return if (found.size > 1) "mixed" else found.singleOrNull()
}

/** Null for a thread that has ended meanwhile. */
private fun policy(task: Path): String? {
    val text = try {
        task.resolve("stat").readText()
    } catch (_: IOException) {
        return null
    }
    val number = text.substringAfterLast(") ").split(' ')[FIELD - AFTER_NAME]
    return POLICIES[number] ?: number
}
