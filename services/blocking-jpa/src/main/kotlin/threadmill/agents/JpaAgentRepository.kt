package threadmill.agents

import org.springframework.data.domain.PageRequest.of
import org.springframework.data.domain.Sort
import org.springframework.stereotype.Repository
import threadmill.pages.Page
import threadmill.pages.PageRequest
import threadmill.pages.pageOf

/** As in the published experiment: without @Transactional, each call of [entities] is a transaction of its own. */
@Repository
class JpaAgentRepository(private val entities: AgentEntityRepository) : AgentRepository {
    override fun insert(input: AgentInput): Agent = entities.save(input.toEntity()).toAgent()

    override fun page(request: PageRequest): Page<Agent> {
        val rows = entities.findAll(of(request.page, request.size, Sort.by("id")))
        return pageOf(request, rows.content.map(AgentEntity::toAgent), rows.totalElements)
    }

    override fun find(id: Long): Agent? = entities.findById(id).map(AgentEntity::toAgent).orElse(null)

    /** Fetches the whole row, so that the persistence context holds the agent when its property is saved. */
    override fun exists(id: Long): Boolean = entities.findById(id).isPresent

    override fun update(agent: Agent): Boolean {
        if (entities.findById(agent.id).isEmpty) return false
        entities.save(agent.toEntity())
        return true
    }

    override fun delete(id: Long): Boolean {
        val entity = entities.findById(id).orElse(null) ?: return false
        entities.delete(entity)
        return true
    }
}
