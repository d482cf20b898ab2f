package threadmill.draws

import java.util.concurrent.ThreadLocalRandom

/** Seeds reach no further than integers that every JSON reader, JavaScript's too, keeps exact. */
const val MAX_SEED = (1L shl 53) - 1

private const val GOLDEN_GAMMA = -0x61c8864680b583ebL
private const val MIX_1 = -0x40a7b892e31b1a47L
private const val MIX_2 = -0x6b2fb644ecceee15L

/**
 * The [n]-th throw, from 0 on, of dice with [sides] sides, as 0 until [sides]. SplitMix64 can jump to any throw: so no
 * variant holds a generator, and a seed means the same to all of them.
 */
fun draw(seed: Long, n: Int, sides: Int): Int {
    var bits = seed + (n + 1) * GOLDEN_GAMMA
    bits = (bits xor (bits ushr 30)) * MIX_1
    bits = (bits xor (bits ushr 27)) * MIX_2
    bits = bits xor (bits ushr 31)
    return java.lang.Long.remainderUnsigned(bits, sides.toLong()).toInt()
}

/** For a request that names none. */
fun anySeed(): Long = ThreadLocalRandom.current().nextLong(MAX_SEED)
