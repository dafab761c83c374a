package io.flowgauge.cli.sites;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Simulated machines: network namespaces around a bridge to which this machine is connected. */
final class Namespaces implements Closeable {
  private static final String SUBNET = "198.18.77.";

  /** Prefix of names; short, as names of links have at most 15 characters. */
  private final String prefix = "fg" + ProcessHandle.current().pid();

  private final Deque<String[]> undo = new ArrayDeque<>();
  private int last = 1;

  /** Creates the bridge; fails if that is not permitted. */
  Namespaces() throws IOException {
    try {
      run("ip", "link", "add", prefix, "type", "bridge");
      undo.push(new String[] {"ip", "link", "del", prefix});
      run("ip", "addr", "add", gateway() + "/24", "dev", prefix);
      run("ip", "link", "set", prefix, "up");
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Returns this machine's address. */
  String gateway() {
    return SUBNET + 1;
  }

  /**
   * Creates a machine behind a link of the given rate; returns its address, whose last number names
   * it.
   */
  String machine(String rate) throws IOException {
    int number = ++last;
    String name = prefix + "-" + number;
    String link = prefix + "v" + number;
    run("ip", "netns", "add", name);
    undo.push(new String[] {"ip", "netns", "del", name});
    run("ip", "link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", name);
    run("ip", "link", "set", link, "master", prefix, "up");
    run("ip", "-n", name, "addr", "add", SUBNET + number + "/24", "dev", "eth0");
    run("ip", "-n", name, "link", "set", "eth0", "up");
    run("ip", "-n", name, "link", "set", "lo", "up");
    run(
        "tc", "-n", name, "qdisc", "add", "dev", "eth0", "root", "tbf", "rate", rate, "burst",
        "256kb", "latency", "50ms");
    return SUBNET + number;
  }

  /**
   * Returns the prefix that runs a command on the machine, where it sees only the processes it
   * starts.
   */
  List<String> prefix(String address) {
    String name = prefix + "-" + address.substring(SUBNET.length());
    return List.of(
        "ip", "netns", "exec", name, "unshare", "--pid", "--fork", "--kill-child", "--mount-proc");
  }

  private static void run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    // The command has closed its output, so it is about to end.
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(String.join(" ", command) + ": " + said);
    }
  }

  @Override
  public void close() {
    while (!undo.isEmpty()) {
      try {
        run(undo.pop());
      } catch (IOException e) {
        // Already removed together with another.
      }
    }
  }
}
