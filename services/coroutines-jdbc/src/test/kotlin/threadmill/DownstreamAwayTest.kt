package threadmill

@VariantTest
class DownstreamAwayTest : DownstreamAwayContract()
