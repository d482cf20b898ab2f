package threadmill

@VariantTest
class AttestationTest :
    NettyAttestationContract(
        "reactor-jdbc",
        mapOf(
            "/database/pool" to "HikariCP",
            "/database/driver" to Regex("MariaDB Connector/J 3\\..+"),
            "/database/loops" to null,
            "/tunables/preparedStatements" to false,
        ),
        setOf("preparedStatements", "answerLimit") + VIRTUAL_THREADS,
    )
