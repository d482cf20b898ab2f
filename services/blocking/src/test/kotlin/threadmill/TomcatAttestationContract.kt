package threadmill

/** What blocking and virtual-threads say alike. */
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
            "/eventLoops/http" to null,
        ),
    )
