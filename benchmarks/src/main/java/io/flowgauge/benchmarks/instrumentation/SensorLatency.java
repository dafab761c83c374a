package io.flowgauge.benchmarks.instrumentation;

import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How long it takes from attaching to a busy process to its first counted call, how long all its
 * threads are stopped meanwhile, and how long detaching takes; for 16 and 250 functions. It tests
 * the figures in {@code docs/performance.md}:
 *
 * <pre>{@code
 * java -cp benchmarks/target/benchmarks.jar \
 *     io.flowgauge.benchmarks.instrumentation.SensorLatency
 * }</pre>
 *
 * from the repository's folder; the first argument is the number of attaches (default 100), the
 * second how many additional threads of the process sleep (default none; if there are any, the
 * process also has a signal handler, because of which stacks are searched). The process is a new
 * one for the first half of them, and one that has had sensors before for the other half. The same
 * number of unmeasured attaches come first, so that the virtual machine has compiled the code. One
 * thread of the process is busy, which leaves one of two processors free. Needs gcc.
 */
public final class SensorLatency {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int THREADS = 1;

  private final InstrumentationProvider provider = Instrumentation.provider("native").orElseThrow();
  private final Map<String, List<Double>> millis = new LinkedHashMap<>();
  private final Path program;
  private final int sleepers;

  private SensorLatency(Path program, int sleepers) {
    this.program = program;
    this.sleepers = sleepers;
  }

  /**
   * Measures and prints.
   *
   * @param arguments how many attaches, how many sleeping threads
   */
  public static void main(String[] arguments) throws Exception {
    int attaches = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100;
    int sleepers = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0;
    Path folder = Files.createTempDirectory("sensor-latency");
    Path program = Probed.build(Path.of("benchmarks/c/probed.c"), folder);
    try {
      System.out.println("load " + Files.readString(Path.of("/proc/loadavg")).strip());
      SensorLatency latency = new SensorLatency(program, sleepers);
      latency.measure(attaches, 16);
      latency.measure(attaches, 250);
      latency.millis.clear();
      latency.measure(attaches, 16);
      latency.measure(attaches, 250);
      latency.print();
    } finally {
      Files.delete(program);
      Files.delete(folder);
    }
  }

  private void measure(int attaches, int functions) throws Exception {
    SensorRequest request = SensorRequest.of(names(functions));
    for (int i = 0; i < attaches / 2; i++) {
      try (Probed probed = spinning()) {
        once(probed, functions, request, i == 0 ? "" : functions + " functions, new process");
      }
    }
    try (Probed probed = spinning()) {
      once(probed, functions, request, "");
      for (int i = 0; i < attaches / 2; i++) {
        once(probed, functions, request, functions + " functions, known process");
      }
    }
  }

  /** Returns the names of functions of the program, from {@code many_10} on. */
  private static String[] names(int functions) {
    return IntStream.range(10, 10 + functions)
        .mapToObj(number -> "probed:many_" + number)
        .toArray(String[]::new);
  }

  private Probed spinning() throws Exception {
    Probed probed = new Probed(program, THREADS, List.of());
    if (sleepers > 0) {
      probed.ask("sleep " + sleepers);
    }
    probed.ask("spin");
    Thread.sleep(5);
    return probed;
  }

  private void once(Probed probed, int functions, SensorRequest request, String label)
      throws Exception {
    long begin = System.nanoTime();
    InstrumentedProcess process = provider.attach(probed.pid()).orThrow();
    SensorReport report = process.instrument(request).orThrow();
    while (process.profile().regions().stream().noneMatch(region -> region.calls() > 0)) {
      Thread.onSpinWait();
    }
    long counted = System.nanoTime();
    if (report.done().size() != functions) {
      throw new IllegalStateException(report.done().size() + " sensors, not " + functions);
    }
    Thread.sleep(3);
    long detach = System.nanoTime();
    process.detach().orThrow();
    long end = System.nanoTime();
    if (!label.isEmpty()) {
      note(label + ": to the first count", counted - begin);
      note(label + ": running threads stopped", report.stopped().toNanos());
      note(label + ": detach", end - detach);
    }
  }

  private void note(String label, long nanos) {
    millis.computeIfAbsent(label, key -> new ArrayList<>()).add(nanos / NANOS_PER_MILLI);
  }

  private void print() {
    System.out.printf("%-48s %9s %9s %9s%n", "milliseconds", "median", "p90", "max");
    millis.forEach(
        (label, values) ->
            System.out.printf(
                Locale.ROOT,
                "%-48s %9.3f %9.3f %9.3f%n",
                label,
                Probed.quantile(values, 0.5),
                Probed.quantile(values, 0.9),
                Probed.quantile(values, 1)));
  }
}
