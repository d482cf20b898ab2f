package threadmill.people

import java.time.LocalDate

data class Person(
    val firstName: String,
    val lastName: String,
    val email: String,
    val phone: String,
    val birthDate: LocalDate,
    val city: String,
)
