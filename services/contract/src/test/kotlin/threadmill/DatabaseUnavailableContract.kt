package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** A variant starts and responds without its database. */
abstract class DatabaseUnavailableContract : VariantContract() {
    @Test
    fun `says that the database is away`() {
        val detail = "The database gave no answer in time; try again later."
        val away = problem(503, "database-unavailable", detail, "/agents/1")
        assertThat(http.get("/agents/1")).isEqualTo(away)
        assertThat(http.delete("/agents/1")).isEqualTo(away)
        assertThat(http.get("/agents").status).isEqualTo(503)
        assertThat(http.get("/properties").status).isEqualTo(503)
    }

    @Test
    fun `needs no database to refuse bad input`() {
        assertThat(http.get("/agents/0").status).isEqualTo(400)
        assertThat(http.post("/properties", "{}").status).isEqualTo(400)
    }

    @Test
    fun `is alive but not ready`() {
        assertThat(management.get("/health/liveness").body).contains("\"status\":\"UP\"")
        assertThat(management.get("/health/readiness").status).isEqualTo(503)
    }

    @Test
    fun `shows its metrics and threads on the management port alone`() {
        http.get("/agents/0")
        assertThat(management.get("/prometheus", "text/plain").body).contains("http_server_requests_seconds_count")
        assertThat(management.get("/threaddump").status).isEqualTo(200)
        assertThat(management.get("/env").status).isEqualTo(404)
    }

    @Test
    fun `forgets within seconds how long the longest request took`() {
        http.get("/agents/0")
        assertThat(longest()).isGreaterThan(0.0)
        Thread.sleep(8_000) // longer than three times the expiry in threadmill.yaml
        assertThat(longest()).isEqualTo(0.0)
    }

    private fun longest() = management.get("/prometheus", "text/plain").body
        .lineSequence()
        .filter { it.startsWith("http_server_requests_seconds_max") && "uri=\"/agents/{id}\"" in it }
        .maxOf { it.substringAfterLast(' ').toDouble() }
}
