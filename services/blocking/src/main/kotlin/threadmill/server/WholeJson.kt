package threadmill.server

import org.springframework.core.ResolvableType
import org.springframework.http.HttpHeaders
import org.springframework.http.HttpOutputMessage
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter
import org.springframework.stereotype.Component
import tools.jackson.databind.json.JsonMapper

/** Sends a body whole, with its length, as WebFlux does; MVC would send most in chunks. */
@Component
class WholeJson(private val json: JsonMapper) : JacksonJsonHttpMessageConverter(json) {
    override fun writeInternal(body: Any, type: ResolvableType, message: HttpOutputMessage, hints: Map<String, Any>?) {
        val bytes = json.writeValueAsBytes(body)
        message.headers.contentLength = bytes.size.toLong()
        // MVC offers to save what it does not know by its path's last dot.
        message.headers.remove(HttpHeaders.CONTENT_DISPOSITION)
        message.body.write(bytes)
    }
}
