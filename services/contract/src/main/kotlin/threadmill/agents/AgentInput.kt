package threadmill.agents

import jakarta.validation.constraints.Email
import threadmill.input.BirthDate
import threadmill.input.Text
import java.time.LocalDate

/** A body may leave out any field, so all are nullable; every constraint here refuses null, so all are required. */
data class AgentInput(
    @field:Text(max = 60) val firstname: String? = null,
    @field:Text(max = 60) val lastname: String? = null,
    @field:Text(max = 60) val nickname: String? = null,
    @field:Text(max = 120)
    @field:Email(message = "must be an e-mail address")
    val email: String? = null,
    @field:Text(max = 30) val phone: String? = null,
    @field:BirthDate val birthDate: LocalDate? = null,
)
