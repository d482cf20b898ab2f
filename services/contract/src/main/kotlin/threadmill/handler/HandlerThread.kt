package threadmill.handler

import io.netty.util.internal.ThreadExecutorMap

/** The thread that a handler runs on; [eventLoop] says whether it is one of Netty's event loops. */
data class HandlerThread(val thread: String, val virtual: Boolean, val eventLoop: Boolean)

fun handlerThread(): HandlerThread {
    val thread = Thread.currentThread()
    return HandlerThread(thread.name, thread.isVirtual, ThreadExecutorMap.currentExecutor() != null)
}
