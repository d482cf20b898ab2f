package threadmill

import org.springframework.boot.test.context.TestConfiguration
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Primary
import org.springframework.dao.DataIntegrityViolationException
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

    override suspend fun insert(input: AgentInput): Agent = input.withId(rows.lastKey() + 1).also { rows[it.id] = it }

    override suspend fun page(request: PageRequest): Page<Agent> =
        pageOf(request, rows.values.drop(request.offset.toInt()).take(request.size), rows.size.toLong())

    override suspend fun find(id: Long): Agent? = rows[id]

    override suspend fun exists(id: Long): Boolean = id in rows

    override suspend fun update(agent: Agent): Boolean = rows.replace(agent.id, agent) != null

    override suspend fun delete(id: Long): Boolean {
        if (id == 1L) throw DataIntegrityViolationException("property 1 refers to it")
        return rows.remove(id) != null
    }
}

private class FakeProperties : PropertyRepository {
    private val rows = sortedMapOf(1L to ALLEY.withId(1))

    override suspend fun insert(input: PropertyInput): Property =
        input.withId(rows.lastKey() + 1).also { rows[it.id] = it }

    override suspend fun page(request: PageRequest): Page<Property> =
        pageOf(request, rows.values.drop(request.offset.toInt()).take(request.size), rows.size.toLong())

    override suspend fun find(id: Long): Property? = rows[id]

    override suspend fun update(property: Property): Boolean = rows.replace(property.id, property) != null

    override suspend fun delete(id: Long): Boolean = rows.remove(id) != null
}
