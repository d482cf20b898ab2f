package threadmill.streams

const val MAX_WAIT_MS = 1000

private const val GOLDEN_GAMMA = -0x61c8864680b583ebL
private const val MIX_1 = -0x40a7b892e31b1a47L
private const val MIX_2 = -0x6b2fb644ecceee15L

/**
 * The wait before an element, from 0 to 1000 ms. SplitMix64 computes it from seed and index without any state, so a
 * seed gives every variant the same waits.
 */
fun waitMillis(seed: Long, index: Int): Int {
    var bits = seed + (index + 1) * GOLDEN_GAMMA
    bits = (bits xor (bits ushr 30)) * MIX_1
    bits = (bits xor (bits ushr 27)) * MIX_2
    bits = bits xor (bits ushr 31)
    return java.lang.Long.remainderUnsigned(bits, MAX_WAIT_MS + 1L).toInt()
}
