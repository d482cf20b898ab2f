package threadmill

@VariantTest
class AttestationTest : NettyAttestationContract("reactor")
