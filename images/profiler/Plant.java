import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.ProtectionDomain;

/**
 * A known cost in a method of the app, which a profile must find by its layer, its method and its size.
 *
 * <p>An agent whose argument is the method and what it costs: threadmill/properties/PropertyController.create=cpu:100 for
 * 100 microseconds of CPU at each call, threadmill/numbers/NumberController.number=alloc:51200 for so many bytes.
 */
public final class Plant {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static volatile Object sink;
    private static int amount;

    private Plant() { }

    /** The JVM's call before the app's. */
    public static void premain(String argument, Instrumentation instrumentation) {
        String[] parts = argument.split("[=:]");
        int dot = parts[0].lastIndexOf('.');
        amount = Integer.parseInt(parts[2]);
        instrumentation.addTransformer(new AtStart(parts[0].substring(0, dot), parts[0].substring(dot + 1), parts[1]));
        System.out.println("planted: " + argument);
    }

    /**
     * Takes the planted microseconds of CPU; time in which it is stopped is none. It asks seldom how much it has taken, half of
     * the rest each time: an answer is the JVM's work, in which the recorder loses many samples, as no such cost would.
     */
    public static void cpu() {
        long before = THREADS.getCurrentThreadCpuTime();
        long end = before + amount * 1000L;
        long rounds = 1000;
        for (long now = before; now < end; ) {
            spin(rounds);
            now = THREADS.getCurrentThreadCpuTime();
            rounds = Math.max(500, rounds * (end - now) / Math.max(1, now - before) / 2);
            before = now;
        }
    }

    private static void spin(long rounds) {
        long mixed = 1;
        for (long i = 0; i < rounds; i++) {
            mixed = mixed * 31 + i;
        }
        sink = mixed < 0 ? sink : null;
    }

    /** Takes the planted bytes of the heap. */
    public static void alloc() {
        sink = new byte[amount];
    }

    private record AtStart(String type, String method, String kind) implements ClassFileTransformer {
        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
            if (!name.equals(type)) {
                return null;
            }
            ClassFile file = ClassFile.of();
            return file.transformClass(file.parse(bytes), ClassTransform.transformingMethodBodies(
                    found -> found.methodName().equalsString(method), CodeTransform.ofStateful(() -> call(kind))));
        }

        private static CodeTransform call(String kind) {
            return new CodeTransform() {
                @Override
                public void atStart(CodeBuilder code) {
                    code.invokestatic(ClassDesc.of("Plant"), kind, MethodTypeDesc.of(ConstantDescs.CD_void));
                }

                @Override
                public void accept(CodeBuilder code, CodeElement element) {
                    code.with(element);
                }
            };
        }
    }
}
