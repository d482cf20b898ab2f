package threadmill.properties

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
class SqlPropertyRepository(private val db: DatabaseClient) : PropertyRepository {
    override suspend fun insert(input: PropertyInput): Property {
        val id =
            db
                .sql(PropertySql.INSERT)
                .bindProperties(input)
                .map { row -> row.value<Long>("id") }
                .awaitOne()
        return input.withId(id)
    }

    override suspend fun page(request: PageRequest): Page<Property> {
        val items =
            db
                .sql(PropertySql.PAGE)
                .bind("size", request.size)
                .bind("offset", request.offset)
                .map(::propertyOf)
                .flow()
                .toList()
        val total = db.sql(PropertySql.COUNT).map { row -> row.value<Long>("total") }.awaitOne()
        return pageOf(request, items, total)
    }

    override suspend fun find(id: Long): Property? = db
        .sql(PropertySql.FIND)
        .bind("id", id)
        .map(::propertyOf)
        .awaitOneOrNull()

    override suspend fun update(property: Property): Boolean = db
        .sql(PropertySql.UPDATE)
        .bindProperties(property)
        .fetch()
        .awaitRowsUpdated() > 0

    override suspend fun delete(id: Long): Boolean = db
        .sql(PropertySql.DELETE)
        .bind("id", id)
        .fetch()
        .awaitRowsUpdated() > 0
}
