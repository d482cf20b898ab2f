package threadmill.properties

import jakarta.persistence.EntityManager
import org.springframework.data.domain.PageRequest.of
import org.springframework.data.domain.Sort
import org.springframework.stereotype.Repository
import threadmill.agents.AgentEntity
import threadmill.pages.Page
import threadmill.pages.PageRequest
import threadmill.pages.pageOf

/** PropertyService has fetched the agent: it is in the persistence context, and getReference needs no query. */
@Repository
class JpaPropertyRepository(private val entities: PropertyEntityRepository, private val entityManager: EntityManager) :
    PropertyRepository {
    override fun insert(input: PropertyInput): Property =
        entities.save(input.toEntity(agent(input.agentId!!))).toProperty()

    override fun page(request: PageRequest): Page<Property> {
        val rows = entities.findAll(of(request.page, request.size, Sort.by("id")))
        return pageOf(request, rows.content.map(PropertyEntity::toProperty), rows.totalElements)
    }

    override fun find(id: Long): Property? = entities.findById(id).map(PropertyEntity::toProperty).orElse(null)

    override fun update(property: Property): Boolean {
        if (entities.findById(property.id).isEmpty) return false
        entities.save(property.toEntity(agent(property.agentId)))
        return true
    }

    override fun delete(id: Long): Boolean {
        val entity = entities.findById(id).orElse(null) ?: return false
        entities.delete(entity)
        return true
    }

    private fun agent(id: Long) = entityManager.getReference(AgentEntity::class.java, id)
}
