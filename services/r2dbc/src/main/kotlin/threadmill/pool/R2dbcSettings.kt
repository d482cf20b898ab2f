package threadmill.pool

import org.springframework.boot.context.properties.ConfigurationProperties
import java.time.Duration

/** What R2DBC and its driver have no property of Spring's for. [colocate] matters to loops of R2DBC's own only. */
@ConfigurationProperties("threadmill.r2dbc")
data class R2dbcSettings(
    val loops: Loops,
    val colocate: Boolean,
    val connectTimeout: Duration,
    val answerTimeout: Duration,
)
