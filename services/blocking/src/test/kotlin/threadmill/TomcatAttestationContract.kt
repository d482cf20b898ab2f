package threadmill

/** What blocking and virtual-threads attest in the same way. */
abstract class TomcatAttestationContract(variant: String, workerThreads: Int?) :
    AttestationContract(
        mapOf(
            "/variant" to variant,
            "/server/name" to "Tomcat",
            "/server/class" to "org.springframework.boot.tomcat.TomcatWebServer",
            "/database/pool" to "HikariCP",
            "/database/driver" to Regex("MariaDB Connector/J 3\\..+"),
            "/database/loops" to null,
            "/downstream/client" to Regex("Apache HttpClient 5\\..+"),
            "/limits/workerThreads" to workerThreads,
            "/limits/maxConnections" to 222,
            "/parity/http.maxConnections" to 222,
            "/tunables/preparedStatements" to false,
            "/tunables/answerLimit" to "socket",
            "/tunables/servletFilters" to true,
            "/tunables/requestContextFilter" to true,
            "/tunables/httpClient.bufferBytes" to 32_768,
            "/eventLoops/http" to null,
        ),
        setOf("preparedStatements", "answerLimit", "servletFilters", "requestContextFilter", "httpClient.bufferBytes") +
            if (workerThreads == null) VIRTUAL_THREADS + "virtualThreads.requests" else setOf("workerThreads"),
    )
