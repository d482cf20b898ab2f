package threadmill.hooks

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty

/**
 * Marks code on the path of a request that a stock Spring application would not have: for parity or for a metric.
 * `-Dthreadmill.hooks=off` starts a variant without it, to measure its cost.
 */
@Target(AnnotationTarget.CLASS, AnnotationTarget.FUNCTION)
@ConditionalOnProperty("threadmill.hooks", havingValue = "on", matchIfMissing = true)
annotation class Hook
