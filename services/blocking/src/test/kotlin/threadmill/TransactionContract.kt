package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.TestComponent
import org.springframework.context.annotation.Import
import org.springframework.dao.DataIntegrityViolationException
import org.springframework.jdbc.core.simple.JdbcClient
import org.springframework.test.context.TestPropertySource
import org.springframework.transaction.annotation.Transactional
import javax.sql.DataSource

/** Spring's transactions work, on the only DataSource. It is a database in memory here. */
@Import(TransactionContract.Numbers::class)
@TestPropertySource(
    properties = [
        "spring.datasource.url=jdbc:h2:mem:\${random.uuid};DB_CLOSE_DELAY=-1",
        "spring.datasource.hikari.connection-timeout=30000",
    ],
)
abstract class TransactionContract {
    @Autowired
    private lateinit var db: JdbcClient

    @Autowired
    private lateinit var numbers: Numbers

    @Autowired
    private lateinit var sources: List<DataSource>

    @Test
    fun `rolls back what a failed transaction did`() {
        db.sql("CREATE TABLE numbers (n INT PRIMARY KEY)").update()
        assertThatThrownBy { numbers.insertTwice() }.isInstanceOf(DataIntegrityViolationException::class.java)
        assertThat(db.sql("SELECT COUNT(*) FROM numbers").query(Int::class.java).single()).isZero()
    }

    @Test
    fun `has one DataSource`() {
        assertThat(sources).hasSize(1)
    }

    @TestComponent
    class Numbers(private val db: JdbcClient) {
        @Transactional
        fun insertTwice() = repeat(2) { db.sql("INSERT INTO numbers VALUES (1)").update() }
    }
}
