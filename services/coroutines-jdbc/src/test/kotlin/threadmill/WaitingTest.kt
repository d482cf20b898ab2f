package threadmill

@VariantTest
class WaitingTest : WaitingContract("default", "delay", "sleep-on-event-loop", "sleep-on-io-pool", "delay-on-io-pool")
