package threadmill.input

import jakarta.validation.Constraint
import jakarta.validation.ConstraintValidator
import jakarta.validation.ConstraintValidatorContext
import jakarta.validation.Payload
import java.time.LocalDate
import kotlin.reflect.KClass

private val EARLIEST = LocalDate.of(1900, 1, 1)

/** Requires a date from 1900 to today. */
@Target(AnnotationTarget.FIELD)
@Constraint(validatedBy = [BirthDateValidator::class])
annotation class BirthDate(
    val message: String = "must be a date from 1900-01-01 to today",
    val groups: Array<KClass<*>> = [],
    val payload: Array<KClass<out Payload>> = [],
)

class BirthDateValidator : ConstraintValidator<BirthDate, LocalDate> {
    override fun isValid(date: LocalDate?, context: ConstraintValidatorContext) =
        date != null && date in EARLIEST..LocalDate.now(context.clockProvider.clock)
}
