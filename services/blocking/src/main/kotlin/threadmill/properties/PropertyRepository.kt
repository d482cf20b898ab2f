package threadmill.properties

import threadmill.pages.Page
import threadmill.pages.PageRequest

interface PropertyRepository {
    fun insert(input: PropertyInput): Property

    fun page(request: PageRequest): Page<Property>

    fun find(id: Long): Property?

    fun update(property: Property): Boolean

    fun delete(id: Long): Boolean
}
