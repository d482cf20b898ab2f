package threadmill.passthrough

import threadmill.input.IntegerRange
import threadmill.input.Text

const val MAX_DELAY_MS = 60_000L

/** A body may leave out any field, so all are nullable; every constraint here refuses null, so all are required. */
data class MessageInput(
    @field:Text(max = 60) val id: String? = null,
    @field:Text(max = 10_000) val payload: String? = null,
    @field:IntegerRange(min = 0, max = MAX_DELAY_MS) val delay: Long? = null,
)

data class Acknowledgement(val id: String, val received: String)
