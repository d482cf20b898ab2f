package threadmill

@DatabaseTest
class BadInputTest : BadInputContract()
