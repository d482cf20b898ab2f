package threadmill

@VariantTest
class HandlerTest : HandlerContract(thread = "http-nio-.*-exec-.*", virtual = false, eventLoop = false)
