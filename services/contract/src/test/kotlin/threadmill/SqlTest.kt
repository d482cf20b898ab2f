package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import threadmill.agents.AgentSql
import threadmill.agents.withId
import threadmill.properties.PropertySql
import threadmill.properties.withId

/** Both drivers bind the DTOs' fields by name, so a name that the SQL and the DTO do not share fails at run time. */
class SqlTest {
    @Test
    fun `inserts bind the fields of the input`() {
        assertThat(names(AgentSql.INSERT)).isEqualTo(fields(JOHN))
        assertThat(names(PropertySql.INSERT)).isEqualTo(fields(ALLEY))
    }

    @Test
    fun `updates bind the fields of the row`() {
        assertThat(names(AgentSql.UPDATE)).isEqualTo(fields(JOHN.withId(1)))
        assertThat(names(PropertySql.UPDATE)).isEqualTo(fields(ALLEY.withId(1)))
    }

    @Test
    fun `columns are named as the fields are`() {
        assertThat(columns(AgentSql.FIND)).isEqualTo(fields(JOHN.withId(1)))
        assertThat(columns(PropertySql.FIND)).isEqualTo(fields(ALLEY.withId(1)))
    }

    @Test
    fun `pages are ordered, so that no row is on two of them`() {
        listOf(AgentSql.PAGE, PropertySql.PAGE).forEach {
            assertThat(it).endsWith(" ORDER BY id LIMIT :size OFFSET :offset")
        }
    }

    private fun names(sql: String) = Regex(":(\\w+)").findAll(sql).map { it.groupValues[1] }.toSet()

    private fun columns(select: String) = select
        .substringAfter("SELECT ")
        .substringBefore(" FROM")
        .split(", ")
        .map { Regex("_(\\w)").replace(it) { match -> match.groupValues[1].uppercase() } }
        .toSet()

    private fun fields(row: Any) = row::class.java.declaredFields.map { it.name }.toSet()
}
