package threadmill.problems

import org.apache.catalina.connector.Request
import org.apache.catalina.connector.Response
import org.apache.catalina.valves.ErrorReportValve
import tools.jackson.databind.json.JsonMapper

/** For what Tomcat refuses before Spring sees it. */
class ProblemValve(private val json: JsonMapper) : ErrorReportValve() {
    /** After Spring has refused a TRACE, the servlet API would still echo it; a method that it does not know it leaves. */
    override fun invoke(request: Request, response: Response) {
        if (request.method == "TRACE") request.coyoteRequest.setMethod("trace")
        super.invoke(request, response)
    }

    override fun report(request: Request, response: Response, throwable: Throwable?) {
        if (response.status != 400 || response.contentWritten > 0 || !response.setErrorReported()) return
        val answer = answer(malformedRequest(), request.requestURI ?: "/")
        val bytes = json.writeValueAsBytes(answer.body)
        response.contentType = answer.headers.contentType.toString()
        response.setContentLength(bytes.size)
        response.outputStream.write(bytes)
        response.finishResponse()
    }
}
