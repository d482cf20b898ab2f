package threadmill.agents

import threadmill.pages.Page
import threadmill.pages.PageRequest

interface AgentRepository {
    fun insert(input: AgentInput): Agent

    fun page(request: PageRequest): Page<Agent>

    fun find(id: Long): Agent?

    fun exists(id: Long): Boolean

    fun update(agent: Agent): Boolean

    fun delete(id: Long): Boolean
}
