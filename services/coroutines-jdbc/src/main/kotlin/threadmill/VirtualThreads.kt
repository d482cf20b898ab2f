package threadmill

import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.withContext
import java.util.concurrent.Executors

/** Calls at once: as many as boundedElastic lets run in reactor-jdbc, so that the two controls wait alike. */
private val AT_ONCE = 10 * Runtime.getRuntime().availableProcessors()

private val VIRTUAL_THREADS =
    Executors.newVirtualThreadPerTaskExecutor().asCoroutineDispatcher().limitedParallelism(AT_ONCE)

/** Runs a blocking call on a virtual thread. */
suspend fun <T> onVirtualThread(call: () -> T): T = withContext(VIRTUAL_THREADS) { call() }
