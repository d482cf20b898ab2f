package threadmill

import org.springframework.context.annotation.Import

@VariantTest
@Import(FakeRepositories::class)
class ApiTest : ApiContract()
