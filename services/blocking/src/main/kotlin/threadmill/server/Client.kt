package threadmill.server

import jakarta.servlet.ServletRequest
import org.apache.catalina.connector.Request
import org.apache.catalina.connector.Response
import org.apache.catalina.valves.ValveBase
import org.apache.coyote.ActionCode

private const val CLIENT = "threadmill.client"

/** The other end of a request's connection, of which the servlet API shows nothing. */
class Client(private val request: Request) {
    /** Looks without waiting. Tomcat says 1 byte for an error; only a next request, sent too early, would be more. */
    fun isGone(): Boolean {
        request.coyoteRequest.action(ActionCode.AVAILABLE, true)
        return request.coyoteRequest.available == 1
    }

    /** Ends the connection without the end of the answer, so that nobody takes half an answer for a whole one. */
    fun cut() = request.response.coyoteResponse.action(ActionCode.CLOSE_NOW, null)
}

fun clientOf(request: ServletRequest) = request.getAttribute(CLIENT) as Client

class ClientValve : ValveBase(true) {
    override fun invoke(request: Request, response: Response) {
        request.setAttribute(CLIENT, Client(request))
        next.invoke(request, response)
    }
}
