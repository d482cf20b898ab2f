package threadmill.passthrough

import org.springframework.beans.factory.annotation.Value
import org.springframework.stereotype.Component
import java.time.Duration

/** [connectTimeout] also limits the wait for a pooled connection; [timeout] the one for each next byte of an answer. */
@Component
class DownstreamSettings(
    @Value("\${threadmill.downstream.url}") val url: String,
    @Value("\${threadmill.downstream.max-connections}") val maxConnections: Int,
    @Value("\${threadmill.downstream.connect-timeout}") val connectTimeout: Duration,
    @Value("\${threadmill.downstream.timeout}") val timeout: Duration,
)
