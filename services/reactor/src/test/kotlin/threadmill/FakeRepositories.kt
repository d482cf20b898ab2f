package threadmill

import org.springframework.boot.test.context.TestConfiguration
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Primary
import org.springframework.dao.DataIntegrityViolationException
import reactor.core.publisher.Mono
import threadmill.agents.Agent
import threadmill.agents.AgentInput
import threadmill.agents.AgentRepository
import threadmill.agents.withId
import threadmill.pages.Page
import threadmill.pages.PageRequest
import threadmill.pages.pageOf
import threadmill.properties.Property
import threadmill.properties.PropertyInput
import threadmill.properties.PropertyRepository
import threadmill.properties.withId

@TestConfiguration
class FakeRepositories {
    @Bean
    @Primary
    fun agents(): AgentRepository = FakeAgents()

    @Bean
    @Primary
    fun properties(): PropertyRepository = FakeProperties()
}

private class FakeAgents : AgentRepository {
    private val rows = sortedMapOf(1L to JOHN.withId(1), 2L to JOHN.withId(2))

    override fun insert(input: AgentInput): Mono<Agent> =
        Mono.fromCallable { input.withId(rows.lastKey() + 1).also { rows[it.id] = it } }

    override fun page(request: PageRequest): Mono<Page<Agent>> = Mono.fromCallable {
        pageOf(request, rows.values.drop(request.offset.toInt()).take(request.size), rows.size.toLong())
    }

    override fun find(id: Long): Mono<Agent> = Mono.fromCallable { rows[id] }

    override fun exists(id: Long): Mono<Boolean> = Mono.fromCallable { id in rows }

    override fun update(agent: Agent): Mono<Boolean> = Mono.fromCallable { rows.replace(agent.id, agent) != null }

    override fun delete(id: Long): Mono<Boolean> = Mono.fromCallable {
        if (id == 1L) throw DataIntegrityViolationException("property 1 refers to it")
        rows.remove(id) != null
    }
}

private class FakeProperties : PropertyRepository {
    private val rows = sortedMapOf(1L to ALLEY.withId(1))

    override fun insert(input: PropertyInput): Mono<Property> =
        Mono.fromCallable { input.withId(rows.lastKey() + 1).also { rows[it.id] = it } }

    override fun page(request: PageRequest): Mono<Page<Property>> = Mono.fromCallable {
        pageOf(request, rows.values.drop(request.offset.toInt()).take(request.size), rows.size.toLong())
    }

    override fun find(id: Long): Mono<Property> = Mono.fromCallable { rows[id] }

    override fun update(property: Property): Mono<Boolean> =
        Mono.fromCallable { rows.replace(property.id, property) != null }

    override fun delete(id: Long): Mono<Boolean> = Mono.fromCallable { rows.remove(id) != null }
}
