package threadmill.properties

import org.springframework.jdbc.core.simple.JdbcClient
import org.springframework.stereotype.Repository
import reactor.core.publisher.Mono
import threadmill.onVirtualThread
import threadmill.pages.Page
import threadmill.pages.PageRequest
import threadmill.pages.pageOf

@Repository
class SqlPropertyRepository(private val db: JdbcClient) : PropertyRepository {
    override fun insert(input: PropertyInput): Mono<Property> = onVirtualThread {
        val id =
            db
                .sql(PropertySql.INSERT)
                .paramSource(input)
                .query { row, _ -> row.getLong("id") }
                .single()
        input.withId(id)
    }

    override fun page(request: PageRequest): Mono<Page<Property>> = onVirtualThread {
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

    override fun find(id: Long): Mono<Property> = onVirtualThread {
        db
            .sql(PropertySql.FIND)
            .param("id", id)
            .query { row, _ -> propertyOf(row) }
            .optional()
            .orElse(null)
    }

    override fun update(property: Property): Mono<Boolean> = onVirtualThread {
        db.sql(PropertySql.UPDATE).paramSource(property).update() > 0
    }

    override fun delete(id: Long): Mono<Boolean> = onVirtualThread {
        db.sql(PropertySql.DELETE).param("id", id).update() > 0
    }
}
