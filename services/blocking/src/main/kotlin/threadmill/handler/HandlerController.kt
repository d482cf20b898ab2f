package threadmill.handler

import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RestController

/** Shows the thread that runs this variant's handlers. */
@RestController
@RequestMapping("/handler", produces = ["application/json"])
class HandlerController {
    @GetMapping
    fun handler(): HandlerThread = handlerThread()
}
