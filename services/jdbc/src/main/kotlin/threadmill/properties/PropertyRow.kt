package threadmill.properties

import java.sql.ResultSet

fun propertyOf(row: ResultSet) = Property(
    id = row.getLong("id"),
    agentId = row.getLong("agent_id"),
    ownerName = row.getString("owner_name"),
    state = row.getString("state"),
    city = row.getString("city"),
    address = row.getString("address"),
    price = row.getLong("price"),
    description = row.getString("description"),
)
