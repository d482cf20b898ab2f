package threadmill

import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.withContext
import java.util.concurrent.Executors

private val VIRTUAL_THREADS = Executors.newVirtualThreadPerTaskExecutor().asCoroutineDispatcher()

/** Runs a blocking call on a virtual thread of its own. */
suspend fun <T> onVirtualThread(call: () -> T): T = withContext(VIRTUAL_THREADS) { call() }
