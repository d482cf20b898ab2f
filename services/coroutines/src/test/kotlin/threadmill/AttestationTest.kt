package threadmill

@VariantTest
class AttestationTest : NettyAttestationContract("coroutines")
