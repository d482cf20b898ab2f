package threadmill.agents

import jakarta.persistence.Entity
import jakarta.persistence.GeneratedValue
import jakarta.persistence.GenerationType
import jakarta.persistence.Id
import jakarta.persistence.Table
import org.springframework.data.jpa.repository.JpaRepository
import java.time.LocalDate

@Entity
@Table(name = "agents")
class AgentEntity(
    val firstname: String,
    val lastname: String,
    val nickname: String,
    val email: String,
    val phone: String,
    val birthDate: LocalDate,
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    val id: Long? = null,
) {
    fun toAgent() = Agent(id!!, firstname, lastname, nickname, email, phone, birthDate)
}

fun AgentInput.toEntity() = AgentEntity(firstname!!, lastname!!, nickname!!, email!!, phone!!, birthDate!!)

fun Agent.toEntity() = AgentEntity(firstname, lastname, nickname, email, phone, birthDate, id)

interface AgentEntityRepository : JpaRepository<AgentEntity, Long>
