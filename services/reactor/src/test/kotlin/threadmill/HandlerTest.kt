package threadmill

@VariantTest
class HandlerTest : HandlerContract(thread = "reactor-http-.*", virtual = false, eventLoop = true)
