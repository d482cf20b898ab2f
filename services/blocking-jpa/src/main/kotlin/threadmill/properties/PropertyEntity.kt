package threadmill.properties

import jakarta.persistence.Entity
import jakarta.persistence.GeneratedValue
import jakarta.persistence.GenerationType
import jakarta.persistence.Id
import jakarta.persistence.ManyToOne
import jakarta.persistence.Table
import org.springframework.data.jpa.repository.JpaRepository
import threadmill.agents.AgentEntity

/** JPA fetches [agent] eagerly by default, so a page of properties takes one more query for each agent. */
@Entity
@Table(name = "properties")
class PropertyEntity(
    @ManyToOne
    val agent: AgentEntity,
    val ownerName: String,
    val state: String,
    val city: String,
    val address: String,
    val price: Long,
    val description: String,
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    val id: Long? = null,
) {
    fun toProperty() = Property(id!!, agent.id!!, ownerName, state, city, address, price, description)
}

fun PropertyInput.toEntity(agent: AgentEntity) =
    PropertyEntity(agent, ownerName!!, state!!, city!!, address!!, price!!, description!!)

fun Property.toEntity(agent: AgentEntity) =
    PropertyEntity(agent, ownerName, state, city, address, price, description, id)

interface PropertyEntityRepository : JpaRepository<PropertyEntity, Long>
