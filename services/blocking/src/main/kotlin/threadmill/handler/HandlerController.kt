package threadmill.handler

import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RestController

/** On which thread this variant's handlers really run. */
@RestController
@RequestMapping("/handler", produces = ["application/json"])
class HandlerController {
    @GetMapping
    fun handler(): HandlerThread = handlerThread()
}
