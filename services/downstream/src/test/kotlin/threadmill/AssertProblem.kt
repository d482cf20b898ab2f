package threadmill

import org.assertj.core.api.Assertions.assertThat
import java.net.http.HttpResponse

fun assertProblem(answer: HttpResponse<String>, status: Int, name: String, instance: String) {
    assertThat(answer.statusCode()).describedAs(answer.body()).isEqualTo(status)
    assertThat(answer.headers().firstValue("content-type")).hasValue("application/problem+json")
    assertThat(answer.body()).contains(
        """"type":"urn:threadmill:problem:$name"""",
        """"status":$status""",
        """"instance":"$instance"""",
    )
}
