package io.flowgauge.cli.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.instrumentation.InstrumentationException;
import io.flowgauge.sites.Authority;
import io.flowgauge.sites.PlacedAnswer;
import io.flowgauge.sites.Sites;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Services of a laboratory on simulated machines; the user Alice is mapped to root. */
final class ServedMachines implements Closeable {
  private static final String AHEAD = " exec nice -n -10 \"$@\"";

  private final Path folder;
  private final Deque<Closeable> open = new ArrayDeque<>();
  private final Authority authority;
  private Namespaces machines;

  /** Skips the test if such machines cannot be created. */
  ServedMachines(Path folder) throws IOException {
    this.folder = folder;
    assumeTrue(System.getProperty("user.name").equals("root"), "needs root");
    try {
      machines = new Namespaces();
      open.push(machines);
    } catch (IOException e) {
      assumeTrue(false, "needs network namespaces: " + e.getMessage());
    }
    authority = Authority.create(folder.resolve("authority"), "lab");
    authority.issue("user/alice", alice(), Duration.ofDays(1));
    Files.writeString(folder.resolve("grid-map"), "spiffe://lab/user/alice root\n");
  }

  Path alice() {
    return folder.resolve("alice");
  }

  String gateway() {
    return machines.gateway();
  }

  /** Creates a machine and returns its address. */
  String machine() throws IOException {
    return machines.machine("1gbit");
  }

  /** Returns the folder of a service, which also holds its events. */
  Path folder(String name) {
    return folder.resolve(name.replace('/', '-'));
  }

  /**
   * Serves on a machine, at a higher priority than programs because all machines share this
   * computer.
   *
   * @param script shell commands run there first, such as starting programs for the node to see
   */
  void serve(String address, String name, List<String> further, String script) throws IOException {
    Path identity = folder(name);
    authority.issue(name, identity, Duration.ofDays(1));
    List<String> options = new ArrayList<>(further);
    options.addAll(
        List.of(
            "--role=" + name.substring(0, name.indexOf('/')),
            "--identity=" + identity,
            "--grid-map=" + folder.resolve("grid-map"),
            "--state=" + identity.resolve("state"),
            "--audit=" + identity.resolve("audit.jsonl")));
    List<String> prefix = new ArrayList<>(machines.prefix(address));
    prefix.addAll(List.of("sh", "-c", script + AHEAD, "sh"));
    Process process =
        ServedElsewhere.start(
            ServedElsewhere.command(prefix, String.join(":", ServedElsewhere.classPath()), options),
            identity.resolve("log"));
    open.push(() -> process.destroyForcibly().onExit().join());
  }

  /** Waits until the given number of places answer. */
  static void await(Sites sites, int places) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofMinutes(3).toNanos();
    while (!isReady(sites, places)) {
      assertThat(System.nanoTime()).as("all places answer in time").isLessThan(end);
      Thread.sleep(200);
    }
  }

  private static boolean isReady(Sites sites, int count) {
    try {
      List<PlacedAnswer> places = sites.ping();
      return places.size() == count
          && places.stream().allMatch(one -> one.answer().refusals().isEmpty());
    } catch (InstrumentationException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }
}
