package threadmill.people

import org.springframework.util.MultiValueMap
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController
import reactor.core.publisher.Mono
import java.time.Duration

@RestController
@RequestMapping("/person", produces = ["application/json"])
class PersonController {
    @GetMapping
    fun people(@RequestParam query: MultiValueMap<String, String>): Mono<List<Person>> {
        val request = peopleRequestOf(query)
        return Mono.delay(Duration.ofMillis(PEOPLE_WAIT_MS)).map { request.people }
    }
}
