package threadmill

import threadmill.agents.AgentInput
import threadmill.passthrough.MessageInput
import threadmill.properties.PropertyInput
import java.time.LocalDate

val JOHN = AgentInput("John", "Doe", "JohnDoe", "johndoe@gmail.com", "+43johndoe", LocalDate.of(2023, 9, 17))

const val JOHN_JSON =
    """"firstname":"John","lastname":"Doe","nickname":"JohnDoe","email":"johndoe@gmail.com",""" +
        """"phone":"+43johndoe","birthDate":"2023-09-17""""

val ALLEY = PropertyInput(1, "John", "NY", "New York", "1st alley, right", 100500, "This is a very good property")

const val ALLEY_JSON =
    """"agentId":1,"ownerName":"John","state":"NY","city":"New York","address":"1st alley, right",""" +
        """"price":100500,"description":"This is a very good property""""

val SAMPLE = MessageInput("1", "sample payload", 300)

const val PEOPLE_OF_SEED_7 =
    """[{"firstName":"David","lastName":"Costa","email":"david.costa346@example.com",""" +
        """"phone":"+15557472203","birthDate":"1971-12-18","city":"Lyon"},""" +
        """{"firstName":"Vera","lastName":"Mbeki","email":"vera.mbeki985@example.com",""" +
        """"phone":"+15554504425","birthDate":"2003-03-14","city":"Turin"}]"""
