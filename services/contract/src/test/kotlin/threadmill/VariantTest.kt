package threadmill

import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.context.SpringBootTest.UseMainMethod.WHEN_AVAILABLE
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT

/** Starts the whole variant on free ports, without database and downstream: nothing listens on port 1. */
@SpringBootTest(
    webEnvironment = RANDOM_PORT,
    useMainMethod = WHEN_AVAILABLE,
    properties = [
        "management.server.port=0", "DB_HOST=localhost", "DB_PORT=1", "DB_POOL_WAIT_MS=300",
        "DOWNSTREAM_URL=http://127.0.0.1:1",
    ],
)
annotation class VariantTest
