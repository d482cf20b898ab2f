package threadmill

import io.r2dbc.spi.ConnectionFactory
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.dao.DataIntegrityViolationException
import org.springframework.r2dbc.core.DatabaseClient
import org.springframework.test.context.TestPropertySource

/** Spring's transactions work, on the only ConnectionFactory. It is a database in memory here. */
@TestPropertySource(
    properties = [
        "spring.r2dbc.url=r2dbc:h2:mem:///\${random.uuid}?options=DB_CLOSE_DELAY=-1",
        "spring.r2dbc.pool.max-acquire-time=30s",
    ],
)
abstract class TransactionContract {
    @Autowired
    private lateinit var db: DatabaseClient

    @Autowired
    private lateinit var factories: List<ConnectionFactory>

    /** Inserts row 1 twice in one transaction; the second insert violates the primary key. */
    protected abstract fun insertTwice()

    @Test
    fun `rolls back what a failed transaction did`() {
        db.sql("CREATE TABLE numbers (n INT PRIMARY KEY)").then().block()
        assertThatThrownBy { insertTwice() }.isInstanceOf(DataIntegrityViolationException::class.java)
        val rows = db.sql("SELECT COUNT(*) FROM numbers").map { row -> row[0, Number::class.java]!!.toInt() }.one()
        assertThat(rows.block()).isZero()
    }

    @Test
    fun `has one ConnectionFactory`() {
        assertThat(factories).containsExactly(db.connectionFactory)
    }
}
