package threadmill

@VariantTest
class DatabaseUnavailableTest : DatabaseUnavailableContract()
