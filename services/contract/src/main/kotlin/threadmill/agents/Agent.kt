package threadmill.agents

import java.time.LocalDate

data class Agent(
    val id: Long,
    val firstname: String,
    val lastname: String,
    val nickname: String,
    val email: String,
    val phone: String,
    val birthDate: LocalDate,
)

/** The row of a valid input: validation has refused null. */
fun AgentInput.withId(id: Long) = Agent(id, firstname!!, lastname!!, nickname!!, email!!, phone!!, birthDate!!)
