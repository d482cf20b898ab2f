package threadmill.passthrough

import org.hibernate.validator.constraints.Range
import threadmill.input.Text

const val MAX_DELAY_MS = 60_000L

/** A field that is left out takes its default, and no default passes its own rule: so every field is required. */
data class MessageInput(
    @field:Text(max = 60) val id: String = "",
    @field:Text(max = 10_000) val payload: String = "",
    @field:Range(min = 0, max = MAX_DELAY_MS, message = "must be an integer from {min} to {max}")
    val delay: Long = -1,
)
