package threadmill.pool

import io.r2dbc.spi.Connection
import io.r2dbc.spi.ConnectionFactory
import io.r2dbc.spi.ConnectionFactoryMetadata
import io.r2dbc.spi.Wrapped
import reactor.core.publisher.Mono

/**
 * Connections that do not tell their event loop, so that r2dbc-pool gives them on where it is. It hands others over to
 * their loop by a task, also where it is on that loop already, as on the only one it always is.
 */
class WithoutHandOver(private val driver: ConnectionFactory) :
    ConnectionFactory,
    Wrapped<ConnectionFactory> {
    override fun create(): Mono<Connection> = Mono.from(driver.create()).map(::Untold)

    override fun getMetadata(): ConnectionFactoryMetadata = driver.metadata

    override fun unwrap() = driver

    private class Untold(connection: Connection) : Connection by connection
}
