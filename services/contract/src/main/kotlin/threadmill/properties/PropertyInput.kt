package threadmill.properties

import threadmill.input.IntegerRange
import threadmill.input.Text

const val MAX_PRICE = 1_000_000_000_000L

/** A body may leave out any field, so all are nullable; every constraint here refuses null, so all are required. */
data class PropertyInput(
    @field:IntegerRange(min = 1) val agentId: Long? = null,
    @field:Text(max = 120) val ownerName: String? = null,
    @field:Text(max = 60) val state: String? = null,
    @field:Text(max = 80) val city: String? = null,
    @field:Text(max = 200) val address: String? = null,
    @field:IntegerRange(min = 0, max = MAX_PRICE) val price: Long? = null,
    @field:Text(max = 2000) val description: String? = null,
)
