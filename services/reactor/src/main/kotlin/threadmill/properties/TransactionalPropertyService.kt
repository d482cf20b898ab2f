package threadmill.properties

import org.springframework.context.annotation.Primary
import org.springframework.stereotype.Service
import org.springframework.transaction.annotation.Transactional
import reactor.core.publisher.Mono
import threadmill.agents.AgentRepository

/** The same, each call in one transaction. */
@Service
@Primary
@InTransaction
class TransactionalPropertyService(agents: AgentRepository, properties: PropertyRepository) :
    PropertyService(agents, properties) {
    @Transactional
    override fun create(input: PropertyInput): Mono<Property> = super.create(input)

    @Transactional
    override fun update(property: Property): Mono<Property> = super.update(property)
}
