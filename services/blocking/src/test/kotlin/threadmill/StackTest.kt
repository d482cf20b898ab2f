package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.util.ClassUtils.isPresent

/** With both web starters on the class path, Spring Boot would run every variant on Tomcat. */
class StackTest {
    @Test
    fun `is Tomcat and JDBC, and nothing else`() {
        assertThat(isPresent("org.apache.catalina.startup.Tomcat", null)).isTrue()
        assertThat(isPresent("org.mariadb.jdbc.Driver", null)).isTrue()
        assertThat(isPresent("org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory", null)).isFalse()
        assertThat(isPresent("org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration", null)).isFalse()
        assertThat(isPresent("io.r2dbc.spi.ConnectionFactory", null)).isFalse()
    }
}
