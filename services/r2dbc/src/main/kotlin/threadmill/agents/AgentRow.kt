package threadmill.agents

import io.r2dbc.spi.Readable
import threadmill.rows.value

fun agentOf(row: Readable) = Agent(
    id = row.value("id"),
    firstname = row.value("firstname"),
    lastname = row.value("lastname"),
    nickname = row.value("nickname"),
    email = row.value("email"),
    phone = row.value("phone"),
    birthDate = row.value("birth_date"),
)
