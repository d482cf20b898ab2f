package threadmill.agents

object AgentSql {
    private const val COLUMNS = "id, firstname, lastname, nickname, email, phone, birth_date"

    const val INSERT =
        "INSERT INTO agents (firstname, lastname, nickname, email, phone, birth_date) " +
            "VALUES (:firstname, :lastname, :nickname, :email, :phone, :birthDate) RETURNING id"
    const val PAGE = "SELECT $COLUMNS FROM agents ORDER BY id LIMIT :size OFFSET :offset"
    const val COUNT = "SELECT COUNT(*) AS total FROM agents"
    const val FIND = "SELECT $COLUMNS FROM agents WHERE id = :id"
    const val EXISTS = "SELECT COUNT(*) AS found FROM agents WHERE id = :id"
    const val UPDATE =
        "UPDATE agents SET firstname = :firstname, lastname = :lastname, nickname = :nickname, " +
            "email = :email, phone = :phone, birth_date = :birthDate WHERE id = :id"
    const val DELETE = "DELETE FROM agents WHERE id = :id"
}
