package threadmill.input

import jakarta.servlet.Filter
import jakarta.servlet.FilterChain
import jakarta.servlet.ReadListener
import jakarta.servlet.ServletInputStream
import jakarta.servlet.ServletRequest
import jakarta.servlet.ServletResponse
import jakarta.servlet.http.HttpServletRequest
import jakarta.servlet.http.HttpServletRequestWrapper
import org.springframework.http.HttpHeaders
import org.springframework.stereotype.Component
import threadmill.hooks.Hook
import threadmill.problems.bodyTooLarge
import java.io.InputStream

/** Limits every body, because Tomcat limits forms only. A request with an acceptable Content-Length is not wrapped. */
@Hook
@Component
class BodyLimit : Filter {
    override fun doFilter(request: ServletRequest, response: ServletResponse, chain: FilterChain) =
        chain.doFilter(if (fits(request as HttpServletRequest)) request else LimitedRequest(request), response)

    private fun fits(request: HttpServletRequest): Boolean {
        val length = request.contentLengthLong
        return if (length < 0) request.getHeader(HttpHeaders.TRANSFER_ENCODING) == null else length <= MAX_BODY_BYTES
    }
}

/** Reads the whole body before it is parsed, as WebFlux does, so that size is checked before syntax. */
private class LimitedRequest(private val request: HttpServletRequest) : HttpServletRequestWrapper(request) {
    override fun getInputStream(): ServletInputStream {
        if (request.contentLengthLong > MAX_BODY_BYTES) throw bodyTooLarge()
        val bytes = request.inputStream.readNBytes(MAX_BODY_BYTES + 1)
        if (bytes.size > MAX_BODY_BYTES) throw bodyTooLarge()
        return BufferedBody(bytes.inputStream())
    }
}

private class BufferedBody(private val bytes: InputStream) : ServletInputStream() {
    override fun read() = bytes.read()

    override fun isFinished() = bytes.available() == 0

    override fun isReady() = true

    override fun setReadListener(listener: ReadListener) = throw UnsupportedOperationException("read it at once")
}
