package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.util.ClassUtils.isPresent

/** With both web starters on the class path, Spring Boot would run every variant on Tomcat. */
abstract class StackContract(private val driver: String, private val other: String) {
    @Test
    fun `is Netty with its driver, and nothing else`() {
        assertThat(isPresent("reactor.netty.http.server.HttpServer", null)).isTrue()
        assertThat(isPresent(driver, null)).isTrue()
        assertThat(isPresent("org.apache.catalina.startup.Tomcat", null)).isFalse()
        assertThat(isPresent("jakarta.servlet.Servlet", null)).isFalse()
        assertThat(isPresent(other, null)).isFalse()
    }

    @Test
    fun `has Netty's native transport for both processors`() {
        for (processor in listOf("x86_64", "aarch_64")) {
            val library = "META-INF/native/libnetty_transport_native_epoll_$processor.so"
            assertThat(javaClass.classLoader.getResource(library)).describedAs(library).isNotNull()
        }
    }
}
