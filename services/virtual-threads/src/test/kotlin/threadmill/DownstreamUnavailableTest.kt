package threadmill

@VariantTest
class DownstreamUnavailableTest : DownstreamUnavailableContract()
