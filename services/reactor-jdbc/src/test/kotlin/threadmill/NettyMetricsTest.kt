package threadmill

@VariantTest
class NettyMetricsTest : NettyMetricsContract()
