package threadmill

@VariantTest
class HandlerTest : HandlerContract(thread = "tomcat-handler-.*", virtual = true, eventLoop = false)
