package threadmill

@VariantTest
class AttestationTest : TomcatAttestationContract("virtual-threads", workerThreads = null)
