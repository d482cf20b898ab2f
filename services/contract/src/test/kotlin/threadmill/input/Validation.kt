package threadmill.input

import jakarta.validation.Validation

private val validator = Validation.buildDefaultValidatorFactory().validator

/** The messages of [input]'s constraint violations, by field. */
fun violations(input: Any): Map<String, String> =
    validator.validate(input).associate { it.propertyPath.toString() to it.message }
