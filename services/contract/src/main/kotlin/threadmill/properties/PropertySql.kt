package threadmill.properties

object PropertySql {
    private const val COLUMNS = "id, agent_id, owner_name, state, city, address, price, description"

    const val INSERT =
        "INSERT INTO properties (agent_id, owner_name, state, city, address, price, description) " +
            "VALUES (:agentId, :ownerName, :state, :city, :address, :price, :description) RETURNING id"
    const val PAGE = "SELECT $COLUMNS FROM properties ORDER BY id LIMIT :size OFFSET :offset"
    const val COUNT = "SELECT COUNT(*) AS total FROM properties"
    const val FIND = "SELECT $COLUMNS FROM properties WHERE id = :id"
    const val UPDATE =
        "UPDATE properties SET agent_id = :agentId, owner_name = :ownerName, state = :state, city = :city, " +
            "address = :address, price = :price, description = :description WHERE id = :id"
    const val DELETE = "DELETE FROM properties WHERE id = :id"
}
