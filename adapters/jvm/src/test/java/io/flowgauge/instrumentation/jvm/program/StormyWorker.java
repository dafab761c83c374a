package io.flowgauge.instrumentation.jvm.program;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A {@link Worker} with a handler for {@code SIGPROF}, which calls methods that may have sensors;
 * the virtual machine runs it on a new thread each time. The last line of output also says how
 * often a handler got a wrong result.
 */
public final class StormyWorker {
  private static final AtomicLong HANDLED = new AtomicLong();
  private static final AtomicLong WRONG = new AtomicLong();

  private StormyWorker() {}

  static int handle(int value) {
    return Worker.checked(value);
  }

  /**
   * Installs the handler by reflection, as the compiler would warn about the internal class, which
   * has no replacement.
   */
  private static void install() throws ReflectiveOperationException {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    Object handling =
        Proxy.newProxyInstance(
            StormyWorker.class.getClassLoader(),
            new Class<?>[] {handler},
            (proxy, method, arguments) -> {
              int value = (int) (HANDLED.incrementAndGet() % 1000);
              if (handle(value) != Worker.square(value)) {
                WRONG.incrementAndGet();
              }
              return null;
            });
    Object prof = signal.getConstructor(String.class).newInstance("PROF");
    signal.getMethod("handle", signal, handler).invoke(null, prof, handling);
  }

  /** Works until there is no more input. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, ReflectiveOperationException {
    install();
    Worker.main(arguments);
    System.out.println("handled " + (HANDLED.get() > 0) + ", wrong " + WRONG);
  }
}
