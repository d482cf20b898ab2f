package threadmill.properties

import io.r2dbc.spi.Readable
import threadmill.rows.value

fun propertyOf(row: Readable) = Property(
    id = row.value("id"),
    agentId = row.value("agent_id"),
    ownerName = row.value("owner_name"),
    state = row.value("state"),
    city = row.value("city"),
    address = row.value("address"),
    price = row.value("price"),
    description = row.value("description"),
)
