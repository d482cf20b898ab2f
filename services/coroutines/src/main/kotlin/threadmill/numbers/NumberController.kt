package threadmill.numbers

import org.springframework.util.MultiValueMap
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController

@RestController
@RequestMapping("/need-a-number", produces = ["application/json"])
class NumberController {
    @GetMapping
    suspend fun number(@RequestParam query: MultiValueMap<String, String>): Int = numberRequestOf(query).number

    @GetMapping("/{waiting}")
    suspend fun numberAfter(@PathVariable waiting: String, @RequestParam query: MultiValueMap<String, String>): Int {
        val wait = waitingOf(waiting)
        val request = numberRequestOf(query)
        wait(request.waitMillis)
        return request.number
    }
}
