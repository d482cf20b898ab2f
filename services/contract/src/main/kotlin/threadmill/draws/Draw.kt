package threadmill.draws

import java.util.concurrent.ThreadLocalRandom

/** JavaScript's numbers are exact up to here. */
const val MAX_SEED = (1L shl 53) - 1

private const val GOLDEN_GAMMA = -0x61c8864680b583ebL
private const val MIX_1 = -0x40a7b892e31b1a47L
private const val MIX_2 = -0x6b2fb644ecceee15L

/**
 * The random number at [index] of the sequence of [seed], from 0 until [bound]. SplitMix64 computes any of them
 * directly, so variants need no shared generator, and a seed gives all of them the same numbers.
 */
fun draw(seed: Long, index: Int, bound: Int): Int {
    var bits = seed + (index + 1) * GOLDEN_GAMMA
    bits = (bits xor (bits ushr 30)) * MIX_1
    bits = (bits xor (bits ushr 27)) * MIX_2
    bits = bits xor (bits ushr 31)
    return java.lang.Long.remainderUnsigned(bits, bound.toLong()).toInt()
}

/** The seed of a request that has none. */
fun randomSeed(): Long = ThreadLocalRandom.current().nextLong(MAX_SEED)
