package threadmill.input

import jakarta.validation.Constraint
import jakarta.validation.ConstraintValidator
import jakarta.validation.ConstraintValidatorContext
import jakarta.validation.Payload
import kotlin.reflect.KClass

/** Requires an integer from [min] to [max]: one check a request, where @NotNull, @Min and @Max would be three. */
@Target(AnnotationTarget.FIELD)
@Constraint(validatedBy = [IntegerRangeValidator::class])
annotation class IntegerRange(
    val min: Long,
    val max: Long = Long.MAX_VALUE,
    val message: String = "must be an integer from {min} to {max}",
    val groups: Array<KClass<*>> = [],
    val payload: Array<KClass<out Payload>> = [],
)

class IntegerRangeValidator : ConstraintValidator<IntegerRange, Long> {
    private lateinit var range: LongRange

    override fun initialize(rule: IntegerRange) {
        range = rule.min..rule.max
    }

    override fun isValid(number: Long?, context: ConstraintValidatorContext) = number != null && number in range
}
