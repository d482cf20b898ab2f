package threadmill.agents

import threadmill.pages.Page
import threadmill.pages.PageRequest

interface AgentRepository {
    suspend fun insert(input: AgentInput): Agent

    suspend fun page(request: PageRequest): Page<Agent>

    suspend fun find(id: Long): Agent?

    suspend fun exists(id: Long): Boolean

    suspend fun update(agent: Agent): Boolean

    suspend fun delete(id: Long): Boolean
}
