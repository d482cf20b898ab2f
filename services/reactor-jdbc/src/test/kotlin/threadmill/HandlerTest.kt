package threadmill

@VariantTest
class HandlerTest : HandlerContract(thread = ".*-http-(epoll|nio)-.*", virtual = false, eventLoop = true)
