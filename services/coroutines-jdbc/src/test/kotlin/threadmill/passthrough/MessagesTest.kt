package threadmill.passthrough

import threadmill.VariantTest

@VariantTest
class MessagesTest : MessagesContract()
