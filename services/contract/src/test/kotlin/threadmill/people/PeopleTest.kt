package threadmill.people

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import threadmill.JOHN
import threadmill.agents.AgentInput
import threadmill.input.violations

class PeopleTest {
    @Test
    fun `follow from the seed`() {
        val people = PeopleRequest(7, 100).people

        assertThat(PeopleRequest(7, 100).people).isEqualTo(people)
        assertThat(PeopleRequest(7, 1).people).isEqualTo(people.take(1))
        assertThat(PeopleRequest(8, 100).people).doesNotContainAnyElementsOf(people)
        assertThat(people.toSet()).hasSize(100)
    }

    @Test
    fun `could all be agents`() {
        for (person in PeopleRequest(1, 100).people) {
            assertThat(person.city).isNotEmpty()
            assertThat(violations(agent(person))).describedAs("%s", person).isEmpty()
        }
    }

    private fun agent(person: Person): AgentInput = JOHN.copy(
        firstname = person.firstName,
        lastname = person.lastName,
        email = person.email,
        phone = person.phone,
        birthDate = person.birthDate,
    )
}
