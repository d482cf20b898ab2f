package threadmill

@DatabaseTest
class ApiTest : ApiContract()
