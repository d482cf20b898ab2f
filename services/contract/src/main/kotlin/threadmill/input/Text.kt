package threadmill.input

import jakarta.validation.Constraint
import jakarta.validation.ConstraintValidator
import jakarta.validation.ConstraintValidatorContext
import jakarta.validation.Payload
import kotlin.reflect.KClass

/** Requires text that a VARCHAR column of [max] characters can hold. */
@Target(AnnotationTarget.FIELD)
@Constraint(validatedBy = [TextValidator::class])
annotation class Text(
    val max: Int,
    val message: String = "must be text of 1 to {max} characters",
    val groups: Array<KClass<*>> = [],
    val payload: Array<KClass<out Payload>> = [],
)

class TextValidator : ConstraintValidator<Text, String> {
    private var max = 0

    override fun initialize(rule: Text) {
        max = rule.max
    }

    override fun isValid(text: String?, context: ConstraintValidatorContext) = text != null && isText(text, max)
}

/** Refuses half a surrogate pair: JSON's escapes allow it, but neither the database nor UTF-8 can hold it. */
fun isText(text: String, max: Int) = text.isNotEmpty() &&
    text.codePointCount(0, text.length) <= max &&
    text.codePoints().noneMatch { it in Char.MIN_SURROGATE.code..Char.MAX_SURROGATE.code }
