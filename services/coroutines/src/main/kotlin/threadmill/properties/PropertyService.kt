package threadmill.properties

import org.springframework.stereotype.Service
import threadmill.agents.AgentRepository
import threadmill.problems.notFound
import threadmill.problems.unknownAgent

/** Checks that a property's agent exists, then writes: two round trips, as in the published experiment. */
@Service
class PropertyService(private val agents: AgentRepository, private val properties: PropertyRepository) {
    suspend fun create(input: PropertyInput): Property {
        requireAgent(input.agentId!!)
        return properties.insert(input)
    }

    suspend fun update(property: Property): Property {
        requireAgent(property.agentId)
        if (!properties.update(property)) throw notFound("property", property.id)
        return property
    }

    private suspend fun requireAgent(id: Long) {
        if (!agents.exists(id)) throw unknownAgent(id)
    }
}
