package threadmill

import kotlinx.coroutines.runBlocking
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.TestComponent
import org.springframework.context.annotation.Import
import org.springframework.r2dbc.core.DatabaseClient
import org.springframework.r2dbc.core.await
import org.springframework.transaction.annotation.Transactional

@VariantTest
@Import(TransactionTest.Numbers::class)
class TransactionTest(@Autowired private val numbers: Numbers) : TransactionContract() {
    override fun insertTwice() = runBlocking { numbers.insertTwice() }

    @TestComponent
    class Numbers(private val db: DatabaseClient) {
        @Transactional
        suspend fun insertTwice() = repeat(2) { insert() }

        private suspend fun insert() = db.sql("INSERT INTO numbers VALUES (1)").await()
    }
}
