package threadmill.agents

import org.springframework.r2dbc.core.DatabaseClient
import org.springframework.stereotype.Repository
import reactor.core.publisher.Mono
import threadmill.pages.Page
import threadmill.pages.PageRequest
import threadmill.pages.pageOf
import threadmill.rows.value

@Repository
class SqlAgentRepository(private val db: DatabaseClient) : AgentRepository {
    override fun insert(input: AgentInput): Mono<Agent> {
        val id =
            db
                .sql(AgentSql.INSERT)
                .bindProperties(input)
                .map { row -> row.value<Long>("id") }
                .one()
        return id.map(input::withId)
    }

    override fun page(request: PageRequest): Mono<Page<Agent>> {
        val items =
            db
                .sql(AgentSql.PAGE)
                .bind("size", request.size)
                .bind("offset", request.offset)
                .map(::agentOf)
                .all()
                .collectList()
        val total = db.sql(AgentSql.COUNT).map { row -> row.value<Long>("total") }.one()
        return items.flatMap { list -> total.map { pageOf(request, list, it) } }
    }

    override fun find(id: Long): Mono<Agent> = db
        .sql(AgentSql.FIND)
        .bind("id", id)
        .map(::agentOf)
        .one()

    override fun exists(id: Long): Mono<Boolean> = db
        .sql(AgentSql.EXISTS)
        .bind("id", id)
        .map { row -> row.value<Long>("found") > 0 }
        .one()

    override fun update(agent: Agent): Mono<Boolean> = db
        .sql(AgentSql.UPDATE)
        .bindProperties(agent)
        .fetch()
        .rowsUpdated()
        .map { it > 0 }

    override fun delete(id: Long): Mono<Boolean> = db
        .sql(AgentSql.DELETE)
        .bind("id", id)
        .fetch()
        .rowsUpdated()
        .map { it > 0 }
}
