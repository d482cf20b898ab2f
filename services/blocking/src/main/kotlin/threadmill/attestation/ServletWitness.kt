package threadmill.attestation

import org.springframework.boot.webmvc.autoconfigure.WebMvcProperties
import org.springframework.context.ApplicationContext
import org.springframework.stereotype.Component
import org.springframework.web.filter.CharacterEncodingFilter
import org.springframework.web.filter.FormContentFilter
import org.springframework.web.filter.RequestContextFilter

/** What Boot does to each request of MVC besides serving it; null if it does a part of what belongs together. */
@Component
class ServletWitness(private val context: ApplicationContext, private val mvc: WebMvcProperties) : Witness {
    override fun parity() = emptyMap<String, Any?>()

    override fun tunables() = mapOf(
        "servletFilters" to setOf(
            has(FormContentFilter::class.java),
            has(CharacterEncodingFilter::class.java),
            mvc.isPublishRequestHandledEvents,
        ).singleOrNull(),
        "requestContextFilter" to has(RequestContextFilter::class.java),
    )

    private fun has(filter: Class<*>) = context.getBeanNamesForType(filter).isNotEmpty()
}
