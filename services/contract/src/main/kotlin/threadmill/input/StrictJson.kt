package threadmill.input

import com.fasterxml.jackson.annotation.JsonSetter.Value.forValueNulls
import com.fasterxml.jackson.annotation.Nulls
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer
import org.springframework.stereotype.Component
import tools.jackson.core.JsonParser
import tools.jackson.core.JsonToken
import tools.jackson.databind.DeserializationContext
import tools.jackson.databind.DeserializationFeature
import tools.jackson.databind.MapperFeature
import tools.jackson.databind.cfg.CoercionAction
import tools.jackson.databind.cfg.CoercionInputShape
import tools.jackson.databind.deser.std.StdDeserializer
import tools.jackson.databind.json.JsonMapper
import tools.jackson.databind.module.SimpleModule
import tools.jackson.databind.type.LogicalType
import java.time.DateTimeException
import java.time.LocalDate

/** Makes Jackson refuse values of a wrong type, which it would convert by default. */
@Component
class StrictJson : JsonMapperBuilderCustomizer {
    override fun customize(builder: JsonMapper.Builder) {
        builder
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS, MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT, DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .withCoercionConfig(LogicalType.Textual) { text ->
                listOf(CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean)
                    .forEach { text.setCoercion(it, CoercionAction.Fail) }
            }
            // null is of the wrong type for a number; text and dates may be null, which validation then refuses.
            .withConfigOverride(Long::class.javaObjectType) { it.setNullHandling(forValueNulls(Nulls.FAIL)) }
            .addModule(SimpleModule().addDeserializer(LocalDate::class.java, IsoDate))
    }
}

/** Accepts ISO dates only; Jackson's deserializer also accepts arrays, day numbers and timestamps. */
private object IsoDate : StdDeserializer<LocalDate>(LocalDate::class.java) {
    private fun readResolve(): Any = IsoDate

    override fun deserialize(json: JsonParser, context: DeserializationContext): LocalDate? {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            return context.handleUnexpectedToken(LocalDate::class.java, json) as LocalDate?
        }
        return try {
            LocalDate.parse(json.string)
        } catch (_: DateTimeException) {
            context.handleWeirdStringValue(LocalDate::class.java, json.string, "not a date") as LocalDate?
        }
    }
}
