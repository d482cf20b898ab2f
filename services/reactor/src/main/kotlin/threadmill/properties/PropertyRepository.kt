package threadmill.properties

import reactor.core.publisher.Mono
import threadmill.pages.Page
import threadmill.pages.PageRequest

interface PropertyRepository {
    fun insert(input: PropertyInput): Mono<Property>

    fun page(request: PageRequest): Mono<Page<Property>>

    fun find(id: Long): Mono<Property>

    fun update(property: Property): Mono<Boolean>

    fun delete(id: Long): Mono<Boolean>
}
