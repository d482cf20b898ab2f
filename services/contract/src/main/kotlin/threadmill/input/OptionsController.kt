package threadmill.input

import org.springframework.http.HttpMethod
import org.springframework.http.HttpMethod.DELETE
import org.springframework.http.HttpMethod.GET
import org.springframework.http.HttpMethod.HEAD
import org.springframework.http.HttpMethod.OPTIONS
import org.springframework.http.HttpMethod.POST
import org.springframework.http.HttpMethod.PUT
import org.springframework.http.ResponseEntity
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RequestMethod
import org.springframework.web.bind.annotation.RestController

/** Answers OPTIONS with one order of methods, which would differ between the web stacks and from start to start. */
@RestController
class OptionsController {
    @RequestMapping(path = ["/agents", "/properties"], method = [RequestMethod.OPTIONS])
    fun collection() = allow(GET, HEAD, OPTIONS, POST)

    @RequestMapping(path = ["/agents/{id}", "/properties/{id}"], method = [RequestMethod.OPTIONS])
    fun item() = allow(DELETE, GET, HEAD, OPTIONS, PUT)

    @RequestMapping(path = ["/passthrough/messages"], method = [RequestMethod.OPTIONS])
    fun messages() = allow(OPTIONS, POST)

    @RequestMapping(
        path = ["/passthrough/stream", "/need-a-number", "/need-a-number/{waiting}", "/person", "/handler"],
        method = [RequestMethod.OPTIONS],
    )
    fun readOnly() = allow(GET, HEAD, OPTIONS)

    private fun allow(vararg methods: HttpMethod): ResponseEntity<Void> = ResponseEntity.ok().allow(*methods).build()
}
