package threadmill.problems

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.dao.DataAccessResourceFailureException
import org.springframework.dao.DataIntegrityViolationException
import org.springframework.dao.QueryTimeoutException
import org.springframework.http.HttpMethod
import org.springframework.http.HttpStatus
import org.springframework.transaction.CannotCreateTransactionException
import org.springframework.web.server.MethodNotAllowedException
import org.springframework.web.server.NotAcceptableStatusException
import org.springframework.web.server.ResponseStatusException
import java.io.IOException

class ProblemsTest {
    @Test
    fun `finds the cause that both stacks wrap`() {
        val wrapped = IllegalStateException(IOException(bodyTooLarge()))

        assertThat(problemOf(wrapped).type).isEqualTo(ProblemType.BODY_TOO_LARGE)
    }

    @Test
    fun `tells a database that is away from one that refuses`() {
        assertThat(problemOf(DataAccessResourceFailureException("no connection")).type)
            .isEqualTo(ProblemType.DATABASE_UNAVAILABLE)
        assertThat(problemOf(QueryTimeoutException("pool")).type).isEqualTo(ProblemType.DATABASE_UNAVAILABLE)
        assertThat(problemOf(CannotCreateTransactionException("JPA")).type).isEqualTo(ProblemType.DATABASE_UNAVAILABLE)
        assertThat(problemOf(DataIntegrityViolationException("foreign key")).type).isEqualTo(ProblemType.CONFLICT)
    }

    @Test
    fun `says nothing of an unexpected error`() {
        val problem = problemOf(IllegalStateException("secret"))

        assertThat(problem.type).isEqualTo(ProblemType.INTERNAL_ERROR)
        assertThat(problem.detail).doesNotContain("secret")
    }

    @Test
    fun `names the methods of the path in one order`() {
        val refused = MethodNotAllowedException("PATCH", setOf(HttpMethod.PUT, HttpMethod.GET, HttpMethod.DELETE))

        assertThat(problemResponse(refused, "/agents/1").headers["Allow"]).containsExactly("DELETE,GET,HEAD,PUT")
    }

    @Test
    fun `ends the connection where Tomcat does`() {
        assertThat(problemResponse(ResponseStatusException(HttpStatus.BAD_REQUEST), "/").headers.connection)
            .containsExactly("close")
        assertThat(problemResponse(NotAcceptableStatusException(listOf()), "/").headers.connection).isEmpty()
    }

    @Test
    fun `has a type of its own for each problem`() {
        assertThat(ProblemType.BODY_TOO_LARGE.uri).isEqualTo("urn:threadmill:problem:body-too-large")
        assertThat(ProblemType.entries.map { it.uri }).doesNotHaveDuplicates()
    }
}
