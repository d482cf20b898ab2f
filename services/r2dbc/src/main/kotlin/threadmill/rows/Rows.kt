package threadmill.rows

import io.r2dbc.spi.Readable

inline fun <reified T : Any> Readable.value(column: String): T = get(column, T::class.javaObjectType)!!
