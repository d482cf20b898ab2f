package threadmill.attestation

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import java.nio.file.Path
import kotlin.io.path.createDirectory
import kotlin.io.path.writeText

class SchedulingPolicyTest {
    @TempDir
    private lateinit var tasks: Path

    @Test
    fun `is that of every thread, whatever its name`() {
        task(1, "java", 3)
        task(17, "http) nio (8080", 3)

        assertThat(schedulingPolicy(tasks)).isEqualTo("batch")
    }

    @Test
    fun `is mixed if a single thread has another`() {
        task(1, "java", 0)
        task(17, "GC Thread#0", 3)

        assertThat(schedulingPolicy(tasks)).isEqualTo("mixed")
    }

    @Test
    fun `is the kernel's number where it has no name here`() {
        task(1, "java", 7)

        assertThat(schedulingPolicy(tasks)).isEqualTo("7")
    }

    @Test
    fun `leaves out a thread that has ended, and is unknown without any`() {
        assertThat(schedulingPolicy(tasks.resolve("none"))).isNull()
        tasks.resolve("9").createDirectory()
        assertThat(schedulingPolicy(tasks)).isNull()
        task(17, "java", 0)
        assertThat(schedulingPolicy(tasks)).isEqualTo("other")
    }

    /** As proc_pid_stat(5) tells it: the policy is the 41st of 52 fields. */
    private fun task(id: Int, name: String, policy: Int) {
        val fields = List(52) { field -> if (field == 40) policy else field + 100 }
        val text = "$id ($name) S ${fields.drop(3).joinToString(" ")}\n"
        tasks.resolve("$id").createDirectory().resolve("stat").writeText(text)
    }
}
