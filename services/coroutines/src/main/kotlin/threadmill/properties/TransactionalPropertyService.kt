package threadmill.properties

import org.springframework.context.annotation.Primary
import org.springframework.stereotype.Service
import org.springframework.transaction.annotation.Transactional
import threadmill.agents.AgentRepository

/** The same, each call in one transaction. */
@Service
@Primary
@InTransaction
class TransactionalPropertyService(agents: AgentRepository, properties: PropertyRepository) :
    PropertyService(agents, properties) {
    @Transactional
    override suspend fun create(input: PropertyInput): Property = super.create(input)

    @Transactional
    override suspend fun update(property: Property): Property = super.update(property)
}
