package threadmill.problems

import org.springframework.http.MediaType
import org.springframework.stereotype.Component
import org.springframework.web.reactive.accept.HeaderContentTypeResolver
import org.springframework.web.reactive.accept.RequestedContentTypeResolverBuilder
import org.springframework.web.reactive.config.WebFluxConfigurer
import org.springframework.web.server.NotAcceptableStatusException

/** WebFlux drops the body of a problem when it cannot parse the request's Accept header; MVC does not. */
@Component
class AcceptHeader : WebFluxConfigurer {
    private val header = HeaderContentTypeResolver()

    override fun configureContentTypeResolver(builder: RequestedContentTypeResolverBuilder) {
        builder.resolver { exchange ->
            try {
                header.resolveMediaTypes(exchange)
            } catch (malformed: NotAcceptableStatusException) {
                if (exchange.response.statusCode?.isError != true) throw malformed
                listOf(MediaType.ALL)
            }
        }
    }
}
