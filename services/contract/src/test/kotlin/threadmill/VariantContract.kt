package threadmill

import org.springframework.boot.test.web.server.LocalManagementPort
import org.springframework.boot.test.web.server.LocalServerPort

/** A test that every variant runs against itself, over HTTP. */
abstract class VariantContract {
    @LocalServerPort
    protected var port = 0

    @LocalManagementPort
    protected var managementPort = 0

    protected val http by lazy { TestClient("http://localhost:$port") }
    protected val management by lazy { TestClient("http://localhost:$managementPort/actuator") }
}
