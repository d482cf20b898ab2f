package threadmill.properties

import org.springframework.stereotype.Service
import reactor.core.publisher.Mono
import threadmill.agents.AgentRepository
import threadmill.problems.notFound
import threadmill.problems.unknownAgent

/** Checks that a property's agent exists, then writes: two round trips, as in the published experiment. */
@Service
class PropertyService(private val agents: AgentRepository, private val properties: PropertyRepository) {
    fun create(input: PropertyInput): Mono<Property> = requireAgent(input.agentId!!)
        .then(Mono.defer { properties.insert(input) })

    fun update(property: Property): Mono<Property> = requireAgent(property.agentId)
        .then(Mono.defer { properties.update(property) })
        .map { updated -> if (updated) property else throw notFound("property", property.id) }

    private fun requireAgent(id: Long): Mono<Void> =
        agents.exists(id).flatMap { exists -> if (exists) Mono.empty() else Mono.error(unknownAgent(id)) }
}
