package threadmill.attestation

import org.springframework.context.ApplicationContext
import org.springframework.dao.annotation.PersistenceExceptionTranslationPostProcessor
import org.springframework.stereotype.Component
import threadmill.hooks.Hook
import threadmill.properties.InTransaction

@Component
class SpringWitness(private val context: ApplicationContext) : Witness {
    override fun parity() = emptyMap<String, Any?>()

    override fun tunables() = mapOf(
        "exceptionTranslation" to has(context.getBeanNamesForType(EXCEPTION_TRANSLATION)),
        "hooks" to has(context.getBeanNamesForAnnotation(Hook::class.java)),
        "transactions" to has(context.getBeanNamesForAnnotation(InTransaction::class.java)),
    )

    private fun has(beans: Array<String>) = beans.isNotEmpty()

    private companion object {
        val EXCEPTION_TRANSLATION = PersistenceExceptionTranslationPostProcessor::class.java
    }
}
