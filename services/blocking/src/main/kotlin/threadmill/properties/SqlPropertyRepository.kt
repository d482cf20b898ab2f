package threadmill.properties

import org.springframework.jdbc.core.simple.JdbcClient
import org.springframework.stereotype.Repository
import threadmill.pages.Page
import threadmill.pages.PageRequest
import threadmill.pages.pageOf

@Repository
class SqlPropertyRepository(private val db: JdbcClient) : PropertyRepository {
    override fun insert(input: PropertyInput): Property {
        val id =
            db
                .sql(PropertySql.INSERT)
                .paramSource(input)
                .query { row, _ -> row.getLong("id") }
                .single()
        return input.withId(id)
    }

    override fun page(request: PageRequest): Page<Property> {
        val items =
            db
                .sql(PropertySql.PAGE)
                .param("size", request.size)
                .param("offset", request.offset)
                .query { row, _ -> propertyOf(row) }
                .list()
        val total = db.sql(PropertySql.COUNT).query { row, _ -> row.getLong("total") }.single()
        return pageOf(request, items, total)
    }

    override fun find(id: Long): Property? = db
        .sql(PropertySql.FIND)
        .param("id", id)
        .query { row, _ -> propertyOf(row) }
        .optional()
        .orElse(null)

    override fun update(property: Property): Boolean = db.sql(PropertySql.UPDATE).paramSource(property).update() > 0

    override fun delete(id: Long): Boolean = db.sql(PropertySql.DELETE).param("id", id).update() > 0
}
