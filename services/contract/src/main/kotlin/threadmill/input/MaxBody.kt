package threadmill.input

const val MAX_BODY_BYTES = 64 * 1024
