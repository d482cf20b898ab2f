package threadmill.agents

import org.springframework.data.domain.PageRequest.of
import org.springframework.data.domain.Sort
import org.springframework.stereotype.Repository
import threadmill.pages.Page
import threadmill.pages.PageRequest
import threadmill.pages.pageOf

/** As the experiment had it: no transaction of its own, so each call of [entities] is one, with its round trips. */
@Repository
class JpaAgentRepository(private val entities: AgentEntities) : AgentRepository {
    override fun insert(input: AgentInput): Agent = entities.save(input.toEntity()).toAgent()

    override fun page(request: PageRequest): Page<Agent> {
        val found = entities.findAll(of(request.page, request.size, Sort.by("id")))
        return pageOf(request, found.content.map(AgentEntity::toAgent), found.totalElements)
    }

    override fun find(id: Long): Agent? = entities.findById(id).map(AgentEntity::toAgent).orElse(null)

    /** Fetches the whole row. The session keeps it, for the property that is to refer to it. */
    override fun exists(id: Long): Boolean = entities.findById(id).isPresent

    override fun update(agent: Agent): Boolean {
        if (entities.findById(agent.id).isEmpty) return false
        entities.save(agent.toEntity())
        return true
    }

    override fun delete(id: Long): Boolean {
        val found = entities.findById(id).orElse(null) ?: return false
        entities.delete(found)
        return true
    }
}
