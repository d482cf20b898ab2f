package threadmill.properties

import org.springframework.jdbc.core.simple.JdbcClient
import org.springframework.stereotype.Repository
import threadmill.onVirtualThread
import threadmill.pages.Page
import threadmill.pages.PageRequest
import threadmill.pages.pageOf

@Repository
class SqlPropertyRepository(private val db: JdbcClient) : PropertyRepository {
    override suspend fun insert(input: PropertyInput): Property = onVirtualThread {
        val id =
            db
                .sql(PropertySql.INSERT)
                .paramSource(input)
                .query { row, _ -> row.getLong("id") }
                .single()
        input.withId(id)
    }

    override suspend fun page(request: PageRequest): Page<Property> = onVirtualThread {
        val items =
            db
                .sql(PropertySql.PAGE)
                .param("size", request.size)
                .param("offset", request.offset)
                .query { row, _ -> propertyOf(row) }
                .list()
        val total = db.sql(PropertySql.COUNT).query { row, _ -> row.getLong("total") }.single()
        pageOf(request, items, total)
    }

    override suspend fun find(id: Long): Property? = onVirtualThread {
        db
            .sql(PropertySql.FIND)
            .param("id", id)
            .query { row, _ -> propertyOf(row) }
            .optional()
            .orElse(null)
    }

    override suspend fun update(property: Property): Boolean = onVirtualThread {
        db.sql(PropertySql.UPDATE).paramSource(property).update() > 0
    }

    override suspend fun delete(id: Long): Boolean = onVirtualThread {
        db.sql(PropertySql.DELETE).param("id", id).update() > 0
    }
}
