package threadmill.properties

import threadmill.pages.Page
import threadmill.pages.PageRequest

interface PropertyRepository {
    suspend fun insert(input: PropertyInput): Property

    suspend fun page(request: PageRequest): Page<Property>

    suspend fun find(id: Long): Property?

    suspend fun update(property: Property): Boolean

    suspend fun delete(id: Long): Boolean
}
