package threadmill

import threadmill.agents.AgentInput
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
