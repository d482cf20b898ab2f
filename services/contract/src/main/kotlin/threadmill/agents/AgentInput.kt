package threadmill.agents

import jakarta.validation.constraints.Email
import threadmill.input.BirthDate
import threadmill.input.Text
import java.time.LocalDate

/** A field that is left out takes its default, and no default passes its own rule: so every field is required. */
data class AgentInput(
    @field:Text(max = 60) val firstname: String = "",
    @field:Text(max = 60) val lastname: String = "",
    @field:Text(max = 60) val nickname: String = "",
    @field:Text(max = 120)
    @field:Email(message = "must be an e-mail address")
    val email: String = "",
    @field:Text(max = 30) val phone: String = "",
    @field:BirthDate val birthDate: LocalDate = LocalDate.MIN,
)
