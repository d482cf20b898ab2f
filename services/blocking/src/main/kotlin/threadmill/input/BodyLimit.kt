package threadmill.input

import org.springframework.core.MethodParameter
import org.springframework.http.HttpHeaders
import org.springframework.http.HttpInputMessage
import org.springframework.http.MediaType
import org.springframework.http.converter.HttpMessageConverter
import org.springframework.web.bind.annotation.ControllerAdvice
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter
import threadmill.problems.bodyTooLarge
import java.io.InputStream
import java.lang.reflect.Type

/** Tomcat limits forms only. The body is read whole before it is parsed, as in WebFlux: its size is judged first. */
@ControllerAdvice
class BodyLimit : RequestBodyAdviceAdapter() {
    override fun supports(
        parameter: MethodParameter,
        targetType: Type,
        converterType: Class<out HttpMessageConverter<*>>,
    ) = true

    override fun beforeBodyRead(
        message: HttpInputMessage,
        parameter: MethodParameter,
        targetType: Type,
        converterType: Class<out HttpMessageConverter<*>>,
    ): HttpInputMessage = WholeBody(message)
}

private class WholeBody(private val message: HttpInputMessage) : HttpInputMessage {
    /** JSON tells its own encoding; MVC would believe a charset parameter, WebFlux does not. */
    override fun getHeaders(): HttpHeaders = if (message.headers.contentType?.charset == null) {
        message.headers
    } else {
        HttpHeaders().apply { contentType = MediaType.APPLICATION_JSON }
    }

    override fun getBody(): InputStream {
        val declared = message.headers.contentLength
        if (declared > MAX_BODY_BYTES) throw bodyTooLarge()
        val most = if (declared >= 0) declared.toInt() else MAX_BODY_BYTES + 1
        val bytes = message.body.readNBytes(most)
        if (bytes.size > MAX_BODY_BYTES) throw bodyTooLarge()
        return bytes.inputStream()
    }
}
