package threadmill

@VariantTest
class AttestationTest : TomcatAttestationContract("blocking-jpa", workerThreads = 11)
