package threadmill.attestation

import org.springframework.boot.SpringBootVersion
import org.springframework.boot.actuate.endpoint.annotation.Endpoint
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation
import org.springframework.context.ApplicationContext
import org.springframework.core.SpringVersion
import org.springframework.stereotype.Component

/** Serves GET /actuator/attestation. */
@Component
@Endpoint(id = "attestation")
class AttestationEndpoint(
    private val context: ApplicationContext,
    private val server: ServerWitness,
    private val database: DatabaseWitness,
    private val downstream: DownstreamWitness,
    private val witnesses: List<Witness>,
) {
    @ReadOperation
    fun attestation() = Attestation(
        variant = context.id.orEmpty(),
        server = server.server(),
        jvm = runningJvm(),
        spring = Spring(SpringBootVersion.getVersion(), SpringVersion.getVersion().orEmpty()),
        database = database.database(),
        downstream = downstream.downstream(),
        limits = server.limits(),
        eventLoops = server.eventLoops(),
        parity = merged(Witness::parity),
        tunables = merged(Witness::tunables),
    )

    private fun merged(settings: (Witness) -> Map<String, Any?>): Map<String, Any?> =
        witnesses.flatMap { settings(it).entries }.associate { it.key to it.value }.toSortedMap()
}
