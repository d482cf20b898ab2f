package threadmill

import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.TestComponent
import org.springframework.context.annotation.Import
import org.springframework.r2dbc.core.DatabaseClient
import org.springframework.transaction.annotation.Transactional
import reactor.core.publisher.Mono

@VariantTest
@Import(TransactionTest.Numbers::class)
class TransactionTest(@Autowired private val numbers: Numbers) : TransactionContract() {
    override fun insertTwice() {
        numbers.insertTwice().block()
    }

    @TestComponent
    class Numbers(private val db: DatabaseClient) {
        @Transactional
        fun insertTwice(): Mono<Void> = insert().then(insert())

        private fun insert() = db.sql("INSERT INTO numbers VALUES (1)").then()
    }
}
