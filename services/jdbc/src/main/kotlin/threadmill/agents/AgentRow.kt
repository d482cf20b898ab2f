package threadmill.agents

import java.sql.ResultSet
import java.time.LocalDate

fun agentOf(row: ResultSet) = Agent(
    id = row.getLong("id"),
    firstname = row.getString("firstname"),
    lastname = row.getString("lastname"),
    nickname = row.getString("nickname"),
    email = row.getString("email"),
    phone = row.getString("phone"),
    birthDate = row.getObject("birth_date", LocalDate::class.java),
)
