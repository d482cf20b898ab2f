package threadmill

@VariantTest
class WaitingTest : WaitingContract("default", "sleep")
