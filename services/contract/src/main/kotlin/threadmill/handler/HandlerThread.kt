package threadmill.handler

import io.netty.util.internal.ThreadExecutorMap

/** The thread that a handler runs on. [eventLoop] is Netty's own word, which knows the threads of its loops. */
data class HandlerThread(val thread: String, val virtual: Boolean, val eventLoop: Boolean)

fun handlerThread(): HandlerThread {
    val thread = Thread.currentThread()
    return HandlerThread(thread.name, thread.isVirtual, ThreadExecutorMap.currentExecutor() != null)
}
