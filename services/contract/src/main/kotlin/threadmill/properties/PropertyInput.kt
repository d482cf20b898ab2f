package threadmill.properties

import jakarta.validation.constraints.Positive
import org.hibernate.validator.constraints.Range
import threadmill.input.Text

const val MAX_PRICE = 1_000_000_000_000L

/** A field that is left out takes its default, and no default passes its own rule: so every field is required. */
data class PropertyInput(
    @field:Positive(message = "must be an integer from 1 to 9223372036854775807")
    val agentId: Long = 0,
    @field:Text(max = 120) val ownerName: String = "",
    @field:Text(max = 60) val state: String = "",
    @field:Text(max = 80) val city: String = "",
    @field:Text(max = 200) val address: String = "",
    @field:Range(min = 0, max = MAX_PRICE, message = "must be an integer from {min} to {max}")
    val price: Long = -1,
    @field:Text(max = 2000) val description: String = "",
)
