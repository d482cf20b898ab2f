package threadmill.passthrough

import threadmill.VariantTest

@VariantTest
class FluxTest : StreamContract("/passthrough/stream/flux")
