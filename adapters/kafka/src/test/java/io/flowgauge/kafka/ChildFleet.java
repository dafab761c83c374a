package io.flowgauge.kafka;

import io.flowgauge.testsupport.JavaCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A fleet in its own process that a test can kill. */
final class ChildFleet implements AutoCloseable {
  private final Process process;

  ChildFleet(Broker broker, String prefix, String heap, Path output) throws IOException {
    List<String> command =
        JavaCommand.with(
            "-Xmx" + heap,
            "-cp",
            System.getProperty("java.class.path"),
            ChildFleet.class.getName(),
            broker.servers(),
            prefix);
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
            .start();
  }

  long pid() {
    return process.pid();
  }

  /** Reports runs until it is killed. */
  public static void main(String[] args) throws Exception {
    try (Fleet fleet = fleet(args[0], args[1]).open()) {
      Thread.sleep(TimeUnit.HOURS.toMillis(1));
      throw new IllegalStateException(fleet + " was not killed");
    }
  }

  /** Returns a fleet that soon notices the death of another and waits for late events. */
  static FleetBuilder fleet(String servers, String prefix) {
    return Fleet.of(servers)
        .prefix(prefix)
        .group(prefix)
        .settle(Duration.ofSeconds(3))
        .setting("session.timeout.ms", "3000")
        .setting("heartbeat.interval.ms", "500")
        .onTrouble(System.out::println);
  }

  /** Stops the process for a while, as happens on a machine that swaps or sleeps. */
  void pause(long millis) throws Exception {
    signal("STOP");
    Thread.sleep(millis);
    signal("CONT");
  }

  private void signal(String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, "" + pid()).start().waitFor();
  }

  /** Kills it as {@code kill -9} does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
