package threadmill.passthrough

import threadmill.VariantTest

@VariantTest
class StreamTest : StreamContract()
