package io.flowgauge.instrumentation.nativeprovider.programs;

import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.testsupport.JavaCommand;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An instrumenter in its own process, which tests can kill or run as another user. Called with
 * {@code cycle PID PATTERN...} it puts sensors in and takes them out until it is killed; with
 * {@code once PID PATTERN...} it does so once and prints the outcome.
 */
public final class Instrumenter {
  private Instrumenter() {}

  /**
   * Runs the instrumenter.
   *
   * @param arguments as described for the class
   */
  public static void main(String[] arguments) throws InterruptedException {
    InstrumentationProvider provider = Instrumentation.provider("native").orElseThrow();
    long pid = Long.parseLong(arguments[1]);
    SensorRequest request = SensorRequest.of(Arrays.copyOfRange(arguments, 2, arguments.length));
    if (arguments[0].equals("once")) {
      System.out.println(once(provider, pid, request));
      return;
    }
    System.out.println("ready");
    for (; ; ) {
      provider.attach(pid).value().ifPresent(process -> cycle(process, request));
    }
  }

  private static void cycle(InstrumentedProcess process, SensorRequest request) {
    try (process) {
      process.instrument(request);
      process.profile();
      process.deinstrument(List.of(RegionPattern.parse("*")));
    }
  }

  private static String once(InstrumentationProvider provider, long pid, SensorRequest request)
      throws InterruptedException {
    Outcome<InstrumentedProcess> attached = provider.attach(pid);
    if (attached.refusal().isPresent()) {
      return "refused " + attached.refusal().orElseThrow();
    }
    try (InstrumentedProcess process = attached.orThrow()) {
      Outcome<SensorReport> report = process.instrument(request);
      if (report.refusal().isPresent()) {
        return "refused " + report.refusal().orElseThrow();
      }
      Thread.sleep(Integer.getInteger("flowgauge.pause", 300));
      long calls = process.profile().regions().stream().mapToLong(RegionProfile::calls).sum();
      return "done "
          + report.orThrow().done().size()
          + " sensors, "
          + (calls > 0 ? "calls" : "none");
    }
  }

  /** Returns the command that starts it, after a prefix such as setpriv. */
  static List<String> command(List<String> before, String classPath, String... arguments) {
    List<String> command = new ArrayList<>(before);
    command.addAll(JavaCommand.with("-Xmx256m", "-cp", classPath, Instrumenter.class.getName()));
    command.addAll(Arrays.asList(arguments));
    return command;
  }

  /** Copies the class path of the tests to where every user can read it, and returns the copy. */
  static String readableClassPath(Path folder) throws Exception {
    List<String> all = new ArrayList<>();
    int number = 0;
    for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path copy = folder.resolve(++number + "-" + Path.of(each).getFileName());
      if (Files.exists(Path.of(each))) {
        copyTree(Path.of(each), copy);
        all.add(copy.toString());
      }
    }
    return String.join(File.pathSeparator, all);
  }

  private static void copyTree(Path from, Path to) throws Exception {
    List<Path> files;
    try (var found = Files.walk(from)) {
      files = found.toList();
    }
    for (Path file : files) {
      Path copy = to.resolve(from.relativize(file).toString());
      if (Files.isDirectory(file)) {
        Files.createDirectories(copy);
      } else {
        Files.copy(file, copy.toString().endsWith("/") ? to : copy);
      }
    }
  }
}
