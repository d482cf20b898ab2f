package threadmill

import io.netty.channel.embedded.EmbeddedChannel
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import java.util.concurrent.TimeUnit

private const val NOTHING_SCHEDULED = -1L

class TimerTest {
    private val channel = EmbeddedChannel().apply { freezeTime() }
    private var fired = 0

    @Test
    fun `fires once, when its time has come`() {
        channel.eventLoop().after(300).subscribe { fired++ }

        channel.advanceTimeBy(299, TimeUnit.MILLISECONDS)
        channel.runScheduledPendingTasks()
        assertThat(fired).isZero()
        channel.advanceTimeBy(1, TimeUnit.MILLISECONDS)
        assertThat(channel.runScheduledPendingTasks()).isEqualTo(NOTHING_SCHEDULED)
        assertThat(fired).isOne()
    }

    @Test
    fun `a cancelled wait leaves nothing behind on the event loop`() {
        channel.eventLoop().after(60_000).subscribe { fired++ }.dispose()

        assertThat(channel.runScheduledPendingTasks()).isEqualTo(NOTHING_SCHEDULED)
        assertThat(fired).isZero()
    }
}
