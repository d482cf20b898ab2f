package threadmill.streams

/** One line of the stream. Integers only, so the text needs no JSON library. */
fun element(index: Int, wait: Int, seed: Long) = "{\"index\":$index,\"wait\":$wait,\"seed\":$seed}\n"

fun garbage(index: Int) = "<garbage $index>\n"
