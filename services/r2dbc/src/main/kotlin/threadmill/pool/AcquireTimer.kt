package threadmill.pool

import io.micrometer.core.instrument.MeterRegistry
import reactor.pool.PoolMetricsRecorder
import java.util.concurrent.TimeUnit

/**
 * Times each wait for a connection, successful or not. A connection that is free at once is not counted, because the
 * pool records nothing for it.
 */
class AcquireTimer(meters: MeterRegistry) : PoolMetricsRecorder {
    private val waits = meters.timer("r2dbc.pool.acquire")

    override fun recordPendingSuccessAndLatency(millis: Long) = waits.record(millis, TimeUnit.MILLISECONDS)

    override fun recordPendingFailureAndLatency(millis: Long) = waits.record(millis, TimeUnit.MILLISECONDS)

    override fun recordAllocationSuccessAndLatency(millis: Long) = Unit

    override fun recordAllocationFailureAndLatency(millis: Long) = Unit

    override fun recordResetLatency(millis: Long) = Unit

    override fun recordDestroyLatency(millis: Long) = Unit

    override fun recordRecycled() = Unit

    override fun recordLifetimeDuration(millis: Long) = Unit

    override fun recordIdleTime(millis: Long) = Unit

    override fun recordSlowPath() = Unit

    override fun recordFastPath() = Unit
}
