package threadmill.server

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory
import org.springframework.boot.web.server.WebServerFactoryCustomizer
import org.springframework.context.annotation.Bean
import org.springframework.core.Ordered
import org.springframework.core.annotation.Order

/** Serves the scrape on platform threads, not on the service's carriers. Named in META-INF/spring, not scanned. */
class ManagementServer {
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    fun managementThreads() = WebServerFactoryCustomizer<TomcatServletWebServerFactory> { factory ->
        factory.addProtocolHandlerCustomizers({ handler -> handler.executor = null })
    }
}
