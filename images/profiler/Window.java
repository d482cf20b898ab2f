import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Cuts a window out of a recording: its stacks as collapsed files, and its counts as JSON on standard output.
 *
 * <p>Arguments: the folder of the recording, to which the files are written, too; begin and end of the window in
 * milliseconds since the epoch; the sampling interval in nanoseconds. A JVM that ends closes its recording and removes
 * its repository; one that was killed leaves the repository, whose chunks become the recording here.
 *
 * <p>JDK Flight Recorder's CPU samples say how much CPU each stands for: the kernel's timers are looked at in its own
 * tick, and a thread that has used several intervals by then gets one sample. The converter counts every sample once, so
 * the stacks are collapsed here, where a sample counts as the intervals that it stands for.
 *
 * <p>A sample of allocations stands for all that its thread allocated since its last one, and there are only so many a
 * second. When a thread allocates megabytes at once, they fall between two samples, and the next one, of whatever is
 * allocated then, would have them all. So a sample that stands for {@value #BURST} times the average counts as an
 * average one, and the rest of it as a burst.
 */
public final class Window {
    private static final String NO_STACK = "no_stack";
    private static final String BURST_STACK = "[burst];between_two_samples;unknown";
    private static final int BURST = 30;

    /** What a sample of allocations stands for. */
    private record Allocation(String stack, long bytes) { }

    private final long from;
    private final long to;
    private final long interval;
    private final Map<String, Long> cpu = new TreeMap<>();
    private final List<Allocation> allocations = new ArrayList<>();
    private final Map<String, Long> allocated = new TreeMap<>();
    private final Map<String, Long> locked = new TreeMap<>();
    private final Map<String, Long> socket = new TreeMap<>();
    private final Map<String, Long> counts = new TreeMap<>();

    private Window(long from, long to, long interval) {
        this.from = from;
        this.to = to;
        this.interval = interval;
    }

    /** See the class. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        Window window =
                new Window(Long.parseLong(arguments[1]), Long.parseLong(arguments[2]), Long.parseLong(arguments[3]));
        Path recording = folder.resolve("profile.jfr");
        List<Path> left = chunks(folder.resolve("repository"));
        if (!left.isEmpty()) {
            window.add("cut_off", 1);
            join(left, recording);
        }
        for (Path part : left.isEmpty() ? List.of(recording) : left) {
            window.read(part);
        }
        window.allocate();
        write(folder.resolve("cpu.collapsed"), window.cpu);
        write(folder.resolve("alloc.collapsed"), window.allocated);
        write(folder.resolve("lock.collapsed"), window.locked);
        write(folder.resolve("socket.collapsed"), window.socket);
        System.out.println(window.json());
    }

    /** What is in the repository of a JVM that was killed, the oldest first. */
    private static List<Path> chunks(Path repository) throws IOException {
        if (!Files.isDirectory(repository)) {
            return List.of();
        }
        try (Stream<Path> found = Files.walk(repository)) {
            return found.filter(path -> path.toString().endsWith(".jfr")).sorted().toList();
        }
    }

    /** Chunks in a row are a recording. */
    private static void join(List<Path> chunks, Path recording) throws IOException {
        try (OutputStream out = Files.newOutputStream(recording)) {
            for (Path chunk : chunks) {
                Files.copy(chunk, out);
            }
        }
    }

    /** What can be read of a file counts: a JVM that was killed may leave its last chunk without an end. */
    private void read(Path file) throws IOException {
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                count(recording.readEvent());
            }
        } catch (IOException | RuntimeException fault) {
            add("unreadable_parts", 1);
            System.err.println(file + ": " + fault);
        }
    }

    private void count(RecordedEvent event) {
        String name = event.getEventType().getName();
        long at = event.getEndTime().toEpochMilli();
        add("events", 1);
        counts.merge("last_ms", at, Math::max);
        if (at < from || at > to) {
            return;
        }
        switch (name) {
            case "jdk.CPUTimeSample" -> sample(event);
            case "jdk.CPUTimeSamplesLost" -> add("lost", event.getLong("lostSamples"));
            case "jdk.ObjectAllocationSample" ->
                    allocations.add(new Allocation(stack(event, "objectClass"), event.getLong("weight")));
            case "jdk.JavaMonitorEnter" ->
                    locked.merge(stack(event, "monitorClass"), event.getDuration().toNanos(), Long::sum);
            case "jdk.SocketRead", "jdk.SocketWrite" -> add(socket, event, event.getDuration().toNanos());
            case "jdk.VirtualThreadPinned" -> {
                add("pinned", 1);
                add("pinned_ns", event.getDuration().toNanos());
            }
            case "jdk.GarbageCollection" -> {
                add("gc", 1);
                add("gc_ns", event.getDuration("sumOfPauses").toNanos());
            }
            case "jdk.Compilation" -> add("compilations", 1);
            default -> { }
        }
    }

    private void allocate() {
        long average = ordinary();
        for (Allocation one : allocations) {
            boolean burst = one.bytes() > BURST * average;
            allocated.merge(one.stack(), burst ? average : one.bytes(), Long::sum);
            if (burst) {
                allocated.merge(BURST_STACK, one.bytes() - average, Long::sum);
                add("bursts", 1);
            }
        }
        add("allocations", allocations.size());
    }

    /** The average of the samples that are no bursts, in bytes: bursts would raise it, and hide smaller ones behind it. */
    private long ordinary() {
        double average = Double.MAX_VALUE / BURST;
        double before;
        do {
            before = average;
            double limit = BURST * average;
            average = allocations.stream().mapToLong(Allocation::bytes).filter(n -> n <= limit).average().orElse(0);
        } while (average < before);
        return Math.round(average);
    }

    private void sample(RecordedEvent event) {
        long intervals = Math.max(1, Math.round((double) event.getDuration("samplingPeriod").toNanos() / interval));
        add("samples", intervals);
        add("signals", 1);
        if (event.getBoolean("failed") || event.getStackTrace() == null) {
            add("failed", intervals);
        }
        add("truncated", event.getStackTrace() != null && event.getStackTrace().isTruncated() ? intervals : 0);
        add(cpu, event, intervals);
    }

    private void add(String name, long amount) {
        counts.merge(name, amount, Long::sum);
    }

    /** What was allocated or waited for is the innermost frame, as async-profiler has it. */
    private static String stack(RecordedEvent event, String type) {
        String name = event.getClass(type) == null ? "unknown" : event.getClass(type).getName().replace('.', '/');
        return stack(event, event.getThread("eventThread")) + ";" + name;
    }

    private static void add(Map<String, Long> stacks, RecordedEvent event, long amount) {
        stacks.merge(stack(event, event.getThread("eventThread")), amount, Long::sum);
    }

    /** The stack from its root: the thread's name without its number, then frames as async-profiler's converter has them. */
    private static String stack(RecordedEvent event, RecordedThread thread) {
        List<String> frames = new ArrayList<>();
        frames.add("[" + name(thread) + "]");
        if (event.getStackTrace() == null) {
            frames.add(NO_STACK);
        } else {
            List<RecordedFrame> recorded = event.getStackTrace().getFrames();
            for (int index = recorded.size() - 1; index >= 0; index--) {
                frames.add(frame(recorded.get(index)));
            }
        }
        return String.join(";", frames);
    }

    private static String name(RecordedThread thread) {
        String found = thread == null ? null : thread.getJavaName() != null ? thread.getJavaName() : thread.getOSName();
        String plain = found == null ? "" : found.replaceAll("[;\\[\\]\\s]+", "_").replaceAll("[-_#]?\\d+$", "");
        boolean virtual = thread != null && thread.isVirtual();
        return plain.isEmpty() ? (virtual ? "virtual-thread" : "unknown") : plain;
    }

    /** Lambdas' and proxies' hidden classes lose the number that each start gives them, so that stacks of two fit. */
    private static String frame(RecordedFrame frame) {
        String type = frame.getMethod().getType().getName().replace('.', '/');
        String plain = type.replaceAll("[/+]0x[0-9a-f]+", "").replaceAll("\\$\\$Lambda[^/]*", "\\$\\$Lambda");
        return plain + "." + frame.getMethod().getName() + suffix(frame.getType());
    }

    private static String suffix(String kind) {
        return switch (kind) {
            case "Interpreted" -> "_[0]";
            case "Inlined" -> "_[i]";
            case "JIT compiled" -> "_[j]";
            default -> ""; // a native method
        };
    }

    private static void write(Path file, Map<String, Long> stacks) throws IOException {
        if (stacks.isEmpty()) {
            return;
        }
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            stacks.forEach((stack, amount) -> out.println(stack + " " + amount));
        }
    }

    private String json() {
        List<String> fields = new ArrayList<>();
        counts.forEach((name, amount) -> fields.add("\"" + name + "\": " + amount));
        return "{" + String.join(", ", fields) + "}";
    }
}
