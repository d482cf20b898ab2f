package threadmill.agents

import org.springframework.jdbc.core.simple.JdbcClient
import org.springframework.stereotype.Repository
import threadmill.onVirtualThread
import threadmill.pages.Page
import threadmill.pages.PageRequest
import threadmill.pages.pageOf

@Repository
class SqlAgentRepository(private val db: JdbcClient) : AgentRepository {
    override suspend fun insert(input: AgentInput): Agent = onVirtualThread {
        val id =
            db
                .sql(AgentSql.INSERT)
                .paramSource(input)
                .query { row, _ -> row.getLong("id") }
                .single()
        input.withId(id)
    }

    override suspend fun page(request: PageRequest): Page<Agent> = onVirtualThread {
        val items =
            db
                .sql(AgentSql.PAGE)
                .param("size", request.size)
                .param("offset", request.offset)
                .query { row, _ -> agentOf(row) }
                .list()
        val total = db.sql(AgentSql.COUNT).query { row, _ -> row.getLong("total") }.single()
        pageOf(request, items, total)
    }

    override suspend fun find(id: Long): Agent? = onVirtualThread {
        db
            .sql(AgentSql.FIND)
            .param("id", id)
            .query { row, _ -> agentOf(row) }
            .optional()
            .orElse(null)
    }

    override suspend fun exists(id: Long): Boolean = onVirtualThread {
        db
            .sql(AgentSql.EXISTS)
            .param("id", id)
            .query { row, _ -> row.getLong("found") > 0 }
            .single()
    }

    override suspend fun update(agent: Agent): Boolean = onVirtualThread {
        db.sql(AgentSql.UPDATE).paramSource(agent).update() > 0
    }

    override suspend fun delete(id: Long): Boolean = onVirtualThread {
        db.sql(AgentSql.DELETE).param("id", id).update() > 0
    }
}
