package threadmill.server

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.boot.servlet.filter.OrderedRequestContextFilter
import org.springframework.boot.web.servlet.FilterRegistrationBean
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.web.filter.RequestContextFilter

/** Takes away Boot's filter that keeps the request's context, for which it has no property: MVC keeps the same itself. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("threadmill.request-context-filter", havingValue = "off")
class NoRequestContextFilter {
    @Bean
    fun disabledRequestContextFilter(): FilterRegistrationBean<RequestContextFilter> =
        FilterRegistrationBean<RequestContextFilter>(OrderedRequestContextFilter()).apply { isEnabled = false }
}
