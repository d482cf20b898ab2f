package threadmill.hooks

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty

/**
 * Code of ours on the path of a request that a stock application would not have: for parity or for a metric.
 * `-Dthreadmill.hooks=off` starts a variant without any of it, to measure what all of it costs.
 */
@Target(AnnotationTarget.CLASS, AnnotationTarget.FUNCTION)
@ConditionalOnProperty("threadmill.hooks", havingValue = "on", matchIfMissing = true)
annotation class Hook
