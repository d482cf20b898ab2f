package threadmill

@VariantTest
class DatabaseAwayTest : DatabaseAwayContract()
