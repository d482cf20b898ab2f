package threadmill.streams

const val MAX_WAIT_MS = 1000

private const val GOLDEN_GAMMA = -0x61c8864680b583ebL
private const val MIX_1 = -0x40a7b892e31b1a47L
private const val MIX_2 = -0x6b2fb644ecceee15L

/**
 * The wait before an element: 0 to 1000 ms, drawn by SplitMix64, which can jump to any index.
 * So waits need no state, and a seed gives every variant the same ones.
 */
fun waitMillis(seed: Long, index: Int): Int {
    var bits = seed + (index + 1) * GOLDEN_GAMMA
    bits = (bits xor (bits ushr 30)) * MIX_1
    bits = (bits xor (bits ushr 27)) * MIX_2
    bits = bits xor (bits ushr 31)
    return java.lang.Long.remainderUnsigned(bits, MAX_WAIT_MS + 1L).toInt()
}
