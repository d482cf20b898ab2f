package threadmill.passthrough

import org.springframework.boot.context.properties.ConfigurationProperties
import java.time.Duration

/** [connectTimeout] also limits the wait for a pooled connection; [timeout] limits the wait for each next byte. */
@ConfigurationProperties("threadmill.downstream")
data class DownstreamSettings(
    val url: String,
    val maxConnections: Int,
    val connectTimeout: Duration,
    val timeout: Duration,
)
