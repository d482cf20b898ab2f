package threadmill.properties

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty

/**
 * Marks what makes a request that writes one transaction, as most services would have it. `-Dthreadmill.transactions=on`
 * starts a variant with it, to measure its cost; without it, each statement commits by itself, as in the published
 * experiment.
 */
@Target(AnnotationTarget.CLASS)
@ConditionalOnProperty("threadmill.transactions", havingValue = "on")
annotation class InTransaction
