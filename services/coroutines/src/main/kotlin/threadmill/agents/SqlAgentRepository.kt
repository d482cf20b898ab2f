package threadmill.agents

import kotlinx.coroutines.flow.toList
import org.springframework.r2dbc.core.DatabaseClient
import org.springframework.r2dbc.core.awaitOne
import org.springframework.r2dbc.core.awaitOneOrNull
import org.springframework.r2dbc.core.awaitRowsUpdated
import org.springframework.r2dbc.core.flow
import org.springframework.stereotype.Repository
import threadmill.pages.Page
import threadmill.pages.PageRequest
import threadmill.pages.pageOf
import threadmill.rows.value

@Repository
class SqlAgentRepository(private val db: DatabaseClient) : AgentRepository {
    override suspend fun insert(input: AgentInput): Agent {
        val id =
            db
                .sql(AgentSql.INSERT)
                .bindProperties(input)
                .map { row -> row.value<Long>("id") }
                .awaitOne()
        return input.withId(id)
    }

    override suspend fun page(request: PageRequest): Page<Agent> {
        val items =
            db
                .sql(AgentSql.PAGE)
                .bind("size", request.size)
                .bind("offset", request.offset)
                .map(::agentOf)
                .flow()
                .toList()
        val total = db.sql(AgentSql.COUNT).map { row -> row.value<Long>("total") }.awaitOne()
        return pageOf(request, items, total)
    }

    override suspend fun find(id: Long): Agent? = db
        .sql(AgentSql.FIND)
        .bind("id", id)
        .map(::agentOf)
        .awaitOneOrNull()

    override suspend fun exists(id: Long): Boolean = db
        .sql(AgentSql.EXISTS)
        .bind("id", id)
        .map { row -> row.value<Long>("found") > 0 }
        .awaitOne()

    override suspend fun update(agent: Agent): Boolean = db
        .sql(AgentSql.UPDATE)
        .bindProperties(agent)
        .fetch()
        .awaitRowsUpdated() > 0

    override suspend fun delete(id: Long): Boolean = db
        .sql(AgentSql.DELETE)
        .bind("id", id)
        .fetch()
        .awaitRowsUpdated() > 0
}
