package threadmill.agents

import reactor.core.publisher.Mono
import threadmill.pages.Page
import threadmill.pages.PageRequest

interface AgentRepository {
    fun insert(input: AgentInput): Mono<Agent>

    fun page(request: PageRequest): Mono<Page<Agent>>

    fun find(id: Long): Mono<Agent>

    fun exists(id: Long): Mono<Boolean>

    fun update(agent: Agent): Mono<Boolean>

    fun delete(id: Long): Mono<Boolean>
}
