package threadmill

import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.boot.runApplication

private const val ON_VIRTUAL_THREADS = "reactor.schedulers.defaultBoundedElasticOnVirtualThreads"

@SpringBootApplication
class Application

/** Reactor reads the property when it makes its first scheduler. */
fun main(args: Array<String>) {
    if (System.getProperty(ON_VIRTUAL_THREADS) == null) System.setProperty(ON_VIRTUAL_THREADS, "true")
    runApplication<Application>(*args)
}
