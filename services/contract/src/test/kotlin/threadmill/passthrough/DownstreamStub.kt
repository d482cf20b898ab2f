package threadmill.passthrough

import java.io.BufferedReader
import java.io.OutputStream
import java.net.InetAddress
import java.net.ServerSocket
import java.net.Socket
import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicInteger

const val ELEMENT_WAIT_MS = 300L

private const val STREAM_HEAD =
    "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"

/**
 * A downstream whose every byte a test controls. The payload or the seed of a request chooses a fault, as with the
 * real downstream. Each element of a stream takes ELEMENT_WAIT_MS.
 */
object DownstreamStub {
    val openStreams = AtomicInteger()

    @Volatile
    var lastMessage = ""
        private set

    private val server = ServerSocket(0, 100, InetAddress.getLoopbackAddress())
    private val threads = Executors.newVirtualThreadPerTaskExecutor()

    val url = "http://127.0.0.1:${server.localPort}"

    init {
        threads.submit {
            while (true) {
                val connection = server.accept()
                threads.submit { connection.use(::serve) }
            }
        }
    }

    private fun serve(connection: Socket) {
        connection.tcpNoDelay = true
        val reader = connection.getInputStream().bufferedReader()
        val output = connection.getOutputStream()
        while (true) {
            val target = reader.readLine()?.split(' ')?.get(1) ?: return
            val headers = generateSequence { reader.readLine().ifEmpty { null } }.toList()
            val goesOn = if (target == "/messages") acknowledge(reader, headers, output) else stream(target, connection)
            if (!goesOn) return
        }
    }

    private fun acknowledge(reader: BufferedReader, headers: List<String>, output: OutputStream): Boolean {
        val length = headers.first { it.startsWith("content-length:", ignoreCase = true) }.substringAfter(": ").toInt()
        val body = CharArray(length).also { reader.read(it) }.concatToString()
        lastMessage = body
        val delay = body.substringAfter("\"delay\":").substringBefore('}').toLong()
        Thread.sleep(delay)
        when {
            "fault:cut" in body -> return false
            "fault:garbage" in body -> output.respond("200 OK", "{\"id\": <garbage>")
            "fault:wrong" in body -> output.respond("200 OK", """{"id":1,"received":"x"}""")
            "fault:500" in body -> output.respond("500 Internal Server Error", "{}")
            "fault:302" in body -> output.respond("302 Found", "{}")
            else -> output.respond("200 OK", """{"received":"sample payload", "id":"1"}""")
        }
        return true
    }

    private fun stream(target: String, connection: Socket): Boolean {
        val seed = target.substringAfter("seed=").substringBefore('&').toInt()
        val elements = target.substringAfter("elements=").toInt()
        val output = connection.getOutputStream()
        if (seed == -4) return true.also { output.respond("500 Internal Server Error", "{}") }
        openStreams.incrementAndGet()
        val end = threads.submit { awaitEnd(connection) }
        try {
            output.text(STREAM_HEAD)
            for (index in 0 until elements) {
                if (seed == -2 && index == 2) return false
                while (seed == -3 && index == 2 && !end.isDone) Thread.sleep(10)
                repeat((ELEMENT_WAIT_MS / 10).toInt()) { if (!end.isDone) Thread.sleep(10) }
                if (end.isDone) return false
                val line = if (seed == -1) "<garbage $index>" else """{"index":$index,"wait":5,"seed":$seed}"""
                output.chunk(line + "\n")
            }
            output.text("0\r\n\r\n")
            return false
        } finally {
            openStreams.decrementAndGet()
        }
    }

    /** A caller sends nothing during its stream, so a read returns only at the end of the connection. */
    private fun awaitEnd(connection: Socket) = runCatching { connection.getInputStream().read() }

    private fun OutputStream.respond(status: String, body: String) =
        text("HTTP/1.1 $status\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n$body")

    private fun OutputStream.chunk(text: String) = text("${text.length.toString(16)}\r\n$text\r\n")

    private fun OutputStream.text(text: String) = write(text.toByteArray())
}
