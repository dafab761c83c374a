package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.testsupport.JavaCommand;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A process that makes a change in another and then waits to be killed. Not thread-safe. */
public final class Tuner implements AutoCloseable {
  private final Process process;

  private Tuner(Process process) {
    this.process = process;
  }

  /** Starts a tuner; returns once the change is made. */
  static Tuner start(long pid, String... change) throws Exception {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command = JavaCommand.with("-cp", path, Tuner.class.getName());
    command.add("" + pid);
    command.addAll(List.of(change));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    assertThat(out.readLine()).isEqualTo("done");
    return new Tuner(process);
  }

  /** Kills it as {@code kill -9} does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /**
   * Runs the tuner.
   *
   * @param arguments the process, the kind of change, its target, and further values
   */
  public static void main(String[] arguments) throws InterruptedException {
    InstrumentedProcess process = Sensors.attach(Long.parseLong(arguments[0]));
    RegionPattern target = RegionPattern.parse(arguments[2]);
    Change change =
        switch (arguments[1]) {
          case "set" -> new Change.SetVariable(target, Long.parseLong(arguments[3]));
          case "result" ->
              new Change.RewriteResult(target, Long.parseLong(arguments[3]), List.of());
          case "call" ->
              Change.call(arguments[2], Long.parseLong(arguments[3]), Long.parseLong(arguments[4]));
          default -> new Change.ReplaceFunction(target, Path.of(arguments[3]), arguments[4]);
        };
    process.change(change).orThrow();
    System.out.println("done");
    Thread.sleep(600_000);
  }
}
