package io.flowgauge.cli.sites;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Machines of a test: network namespaces around a bridge that this machine is connected to. */
final class Namespaces implements Closeable {
  private static final String SUBNET = "198.18.77.";

  /** Links have names of up to 15 characters. */
  private final String prefix = "fg" + ProcessHandle.current().pid();

  private final Deque<String[]> undo = new ArrayDeque<>();
  private int last = 1;

  /** Makes the bridge; fails where that is not allowed. */
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

  /** This machine's address. */
  String gateway() {
    return SUBNET + 1;
  }

  /** Makes a machine connected by a link of a rate; its address, whose last number names it. */
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

  /** Runs a command there, which sees the processes it starts and no others. */
  List<String> prefix(String address) {
    String name = prefix + "-" + address.substring(SUBNET.length());
    return List.of(
        "ip", "netns", "exec", name, "unshare", "--pid", "--fork", "--kill-child", "--mount-proc");
  }

  private static void run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    // It has closed its output, so it has ended.
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
        // Went with another.
      }
    }
  }
}
