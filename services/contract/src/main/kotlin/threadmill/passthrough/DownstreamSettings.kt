package threadmill.passthrough

import org.springframework.boot.context.properties.ConfigurationProperties
import java.time.Duration

/** [connectTimeout] also limits the wait for a pooled connection; [timeout] the one for each next byte of an answer. */
@ConfigurationProperties("threadmill.downstream")
data class DownstreamSettings(
    val url: String,
    val maxConnections: Int,
    val connectTimeout: Duration,
    val timeout: Duration,
)
