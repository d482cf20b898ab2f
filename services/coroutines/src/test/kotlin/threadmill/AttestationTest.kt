package threadmill

@VariantTest
class AttestationTest : R2dbcAttestationContract("coroutines")
