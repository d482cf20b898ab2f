package threadmill.people

import org.springframework.util.MultiValueMap
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController

@RestController
@RequestMapping("/person", produces = ["application/json"])
class PersonController {
    @GetMapping
    fun people(@RequestParam query: MultiValueMap<String, String>): List<Person> {
        val request = peopleRequestOf(query)
        Thread.sleep(PEOPLE_WAIT_MS)
        return request.people
    }
}
