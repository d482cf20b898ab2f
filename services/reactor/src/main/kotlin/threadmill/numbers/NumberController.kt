package threadmill.numbers

import org.springframework.util.MultiValueMap
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController
import reactor.core.publisher.Mono

@RestController
@RequestMapping("/need-a-number", produces = ["application/json"])
class NumberController {
    @GetMapping
    fun number(@RequestParam query: MultiValueMap<String, String>): Mono<Int> = Mono.just(numberRequestOf(query).number)

    @GetMapping("/{waiting}")
    fun numberAfter(@PathVariable waiting: String, @RequestParam query: MultiValueMap<String, String>): Mono<Int> {
        val wait = waitingOf(waiting)
        val request = numberRequestOf(query)
        return wait(request.waitMillis).thenReturn(request.number)
    }
}
