package threadmill.input

import jakarta.validation.Validation

private val validator = Validation.buildDefaultValidatorFactory().validator

/** The fields of [input] that break a rule, with the message of each. */
fun broken(input: Any): Map<String, String> =
    validator.validate(input).associate { it.propertyPath.toString() to it.message }
