package threadmill

@VariantTest
class AttestationTest : TomcatAttestationContract("blocking", workerThreads = 11)
