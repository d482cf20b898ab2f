package threadmill

import org.assertj.core.api.Assertions.assertThat
import java.net.http.HttpResponse

fun assertProblem(response: HttpResponse<String>, status: Int, name: String, instance: String) {
    assertThat(response.statusCode()).describedAs(response.body()).isEqualTo(status)
    assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json")
    assertThat(response.body()).contains(
        """"type":"urn:threadmill:problem:$name"""",
        """"status":$status""",
        """"instance":"$instance"""",
    )
}
