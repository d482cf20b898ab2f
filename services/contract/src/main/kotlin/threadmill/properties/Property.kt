package threadmill.properties

data class Property(
    val id: Long,
    val agentId: Long,
    val ownerName: String,
    val state: String,
    val city: String,
    val address: String,
    val price: Long,
    val description: String,
)

/** The row of a valid input: validation has refused null. */
fun PropertyInput.withId(id: Long) =
    Property(id, agentId!!, ownerName!!, state!!, city!!, address!!, price!!, description!!)
