package threadmill

import org.springframework.boot.ApplicationRunner
import org.springframework.boot.test.context.TestConfiguration
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Import
import org.springframework.test.context.TestPropertySource
import threadmill.agents.AgentRepository
import threadmill.properties.PropertyRepository

/** Starts the variant on a database in memory with the same rows as FakeRepositories of blocking. */
@VariantTest
@Import(Rows::class)
@TestPropertySource(
    properties = [
        "spring.datasource.url=jdbc:h2:mem:\${random.uuid}",
        "spring.datasource.hikari.connection-timeout=30000",
        "spring.jpa.properties.jakarta.persistence.database-product-name=H2",
        "spring.jpa.properties.jakarta.persistence.database-major-version=2",
        "spring.jpa.hibernate.ddl-auto=create",
    ],
)
annotation class DatabaseTest

@TestConfiguration
class Rows {
    @Bean
    fun fill(agents: AgentRepository, properties: PropertyRepository) = ApplicationRunner {
        repeat(2) { agents.insert(JOHN) }
        properties.insert(ALLEY)
    }
}
