package threadmill.streams

/** One line of the stream. It holds integers only, so it needs no JSON library. */
fun element(index: Int, wait: Int, seed: Long) = "{\"index\":$index,\"wait\":$wait,\"seed\":$seed}\n"

fun garbage(index: Int) = "<garbage $index>\n"
