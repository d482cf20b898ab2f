package threadmill.pool

import org.springframework.boot.context.properties.ConfigurationProperties
import java.time.Duration

/**
 * Settings for which neither Spring nor the driver has a property. [colocate] applies to [Loops.OWN] only; [handOver]:
 * the pool hands each connection over to its own loop.
 */
@ConfigurationProperties("threadmill.r2dbc")
data class R2dbcSettings(
    val loops: Loops,
    val colocate: Boolean,
    val handOver: Boolean,
    val connectTimeout: Duration,
    val responseTimeout: Duration,
)
