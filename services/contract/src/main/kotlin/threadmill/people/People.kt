package threadmill.people

import threadmill.draws.draw
import java.time.LocalDate

/**
 * Generates people in microseconds. A library for fake data makes a generator for each seed, whose set-up would take
 * so long that it hides the wait which the scenario measures.
 */
private val FIRST_NAMES = words(
    "Ada Amir Anna Ben Carla Chen Dana David Elif Emma Erik Fatima Felix Grace Hana Hugo Ines Ivan Jana John Kofi " +
        "Laila Leo Lucia Maja Marco Mina Nina Noah Olga Omar Petra Ravi Rosa Samir Sara Tom Uma Vera Yuki",
)
private val LAST_NAMES = words(
    "Adler Ali Baker Berg Costa Diaz Doe Evans Fischer Garcia Gruber Hansen Huber Ito Ivanov Jensen Kim Klein Kovacs " +
        "Lee Lopez Maier Mbeki Moreau Nagy Novak Okafor Patel Popov Rossi Sato Schmidt Silva Smith Tanaka Varga " +
        "Wagner Weber Wong Yilmaz",
)
private val CITIES = words(
    "Accra Amsterdam Athens Auckland Bergen Bern Boston Bratislava Brno Chennai Chicago Cork Dakar Denver Dublin " +
        "Genoa Graz Helsinki Izmir Kyoto Lagos Leeds Lima Linz Lisbon Lyon Malaga Nairobi Oslo Porto Prague Quito " +
        "Riga Salzburg Seville Split Turin Utrecht Vienna Zagreb",
)
private val EARLIEST = LocalDate.of(1940, 1, 1)
private const val DAYS = 24_000 // to September 2005
private const val DRAWS = 6

fun personOf(seed: Long, index: Int): Person {
    var n = index * DRAWS
    fun roll(sides: Int) = draw(seed, n++, sides)
    val first = FIRST_NAMES[roll(FIRST_NAMES.size)]
    val last = LAST_NAMES[roll(LAST_NAMES.size)]
    return Person(
        firstName = first,
        lastName = last,
        email = "${first.lowercase()}.${last.lowercase()}${roll(1000)}@example.com",
        phone = "+1555${(1_000_000 + roll(9_000_000))}",
        birthDate = EARLIEST.plusDays(roll(DAYS).toLong()),
        city = CITIES[roll(CITIES.size)],
    )
}

private fun words(text: String) = text.split(' ')
