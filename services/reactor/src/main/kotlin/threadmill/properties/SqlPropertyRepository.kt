package threadmill.properties

import org.springframework.r2dbc.core.DatabaseClient
import org.springframework.stereotype.Repository
import reactor.core.publisher.Mono
import threadmill.pages.Page
import threadmill.pages.PageRequest
import threadmill.pages.pageOf
import threadmill.rows.value

@Repository
class SqlPropertyRepository(private val db: DatabaseClient) : PropertyRepository {
    override fun insert(input: PropertyInput): Mono<Property> {
        val id =
            db
                .sql(PropertySql.INSERT)
                .bindProperties(input)
                .map { row -> row.value<Long>("id") }
                .one()
        return id.map(input::withId)
    }

    override fun page(request: PageRequest): Mono<Page<Property>> {
        val items =
            db
                .sql(PropertySql.PAGE)
                .bind("size", request.size)
                .bind("offset", request.offset)
                .map(::propertyOf)
                .all()
                .collectList()
        val total = db.sql(PropertySql.COUNT).map { row -> row.value<Long>("total") }.one()
        return items.flatMap { list -> total.map { pageOf(request, list, it) } }
    }

    override fun find(id: Long): Mono<Property> = db
        .sql(PropertySql.FIND)
        .bind("id", id)
        .map(::propertyOf)
        .one()

    override fun update(property: Property): Mono<Boolean> = db
        .sql(PropertySql.UPDATE)
        .bindProperties(property)
        .fetch()
        .rowsUpdated()
        .map { it > 0 }

    override fun delete(id: Long): Mono<Boolean> = db
        .sql(PropertySql.DELETE)
        .bind("id", id)
        .fetch()
        .rowsUpdated()
        .map { it > 0 }
}
