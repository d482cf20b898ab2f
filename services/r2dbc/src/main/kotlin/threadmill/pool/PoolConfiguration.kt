package threadmill.pool

import io.micrometer.core.instrument.MeterRegistry
import io.r2dbc.pool.ConnectionPool
import io.r2dbc.pool.ConnectionPoolConfiguration
import io.r2dbc.spi.ConnectionFactory
import org.springframework.beans.factory.annotation.Value
import org.springframework.boot.context.properties.PropertyMapper
import org.springframework.boot.r2dbc.ConnectionFactoryBuilder
import org.springframework.boot.r2dbc.autoconfigure.ConnectionFactoryOptionsBuilderCustomizer
import org.springframework.boot.r2dbc.autoconfigure.R2dbcConnectionDetails
import org.springframework.boot.r2dbc.autoconfigure.R2dbcProperties
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import threadmill.hooks.Hook
import java.time.Duration

/** Boot's pool with a timer, for which Boot has no customizer. It replaces Boot's ConnectionFactory. */
@Hook
@Configuration
class PoolConfiguration(
    private val properties: R2dbcProperties,
    private val settings: R2dbcSettings,
    @Value("\${threadmill.time-limits}") private val timeLimits: String,
) {
    @Bean(destroyMethod = "dispose")
    fun connectionFactory(
        details: R2dbcConnectionDetails,
        customizers: List<ConnectionFactoryOptionsBuilderCustomizer>,
        meters: MeterRegistry,
    ): ConnectionPool {
        val driver =
            ConnectionFactoryBuilder
                .withOptions(details.connectionFactoryOptions.mutate())
                .configure { options -> customizers.forEach { it.customize(options) } }
                .build()
        val factory: ConnectionFactory = if (settings.handOver) driver else WithoutHandOver(driver)
        return pool(limits(ConnectionPoolConfiguration.builder(factory).metricsRecorder(AcquireTimer(meters))))
    }

    private fun pool(limits: ConnectionPoolConfiguration.Builder) = when (timeLimits) {
        "watchdog" -> WatchedPool(limits.maxAcquireTime(NONE).build(), checkNotNull(properties.pool.maxAcquireTime))
        else -> ConnectionPool(limits.build())
    }

    private fun limits(pool: ConnectionPoolConfiguration.Builder) = pool.apply {
        val map = PropertyMapper.get()
        val limits = properties.pool
        map.from(limits.maxIdleTime).to(::maxIdleTime)
        map.from(limits.maxLifeTime).to(::maxLifeTime)
        map.from(limits.maxAcquireTime).to(::maxAcquireTime)
        map.from(limits.acquireRetry).to(::acquireRetry)
        map.from(limits.initialSize).to(::initialSize)
        map.from(limits.maxSize).to(::maxSize)
        map.from(limits.validationDepth).to(::validationDepth)
        map.from(limits.minIdle).to(::minIdle)
    }

    private companion object {
        val NONE: Duration = Duration.ofMillis(-1)
    }
}
