package io.flowgauge.sites;

import io.flowgauge.testsupport.Eventually;
import io.flowgauge.testsupport.JavaCommand;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** A daemon in its own process that can be killed and restarted at the same address. */
final class ServedElsewhere implements AutoCloseable {
  private static final String NONE = "-";

  private final List<String> command = JavaCommand.with("-Xmx256m");
  private final int port;
  private Process process;

  /**
   * Starts a daemon.
   *
   * @param name such as {@code node/siteA/node1}
   * @param places file that lists its places, or null
   * @param options options of the virtual machine
   */
  ServedElsewhere(Laboratory lab, String name, Path places, String... options) throws Exception {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    command.addAll(List.of(options));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(ServedElsewhere.class.getName());
    command.add(name.substring(0, name.indexOf('/')).toUpperCase(Locale.ROOT));
    command.add(lab.identity(name).toString());
    command.add(lab.gridMap.toString());
    command.add(lab.audit(name).toString());
    command.add(lab.events(name).toString());
    command.add(lab.audit(name).resolveSibling(name.replace('/', '-') + ".state").toString());
    command.add(Integer.toString(port));
    command.add(places == null ? NONE : places.toString());
    start();
  }

  /** Runs the daemon. */
  public static void main(String[] args) throws Exception {
    SitesDaemon.Builder builder =
        SitesDaemon.builder(
                SitesDaemon.Role.valueOf(args[0]),
                Path.of(args[1]),
                Path.of(args[2]),
                Path.of(args[3]))
            .events(args[4])
            .state(Path.of(args[5]))
            .listen(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[6])));
    if (!args[7].equals(NONE)) {
      builder.places(Path.of(args[7]));
    }
    try (SitesDaemon daemon = builder.start()) {
      Thread.sleep(Duration.ofHours(1).toMillis());
      throw new IllegalStateException(daemon + " was not killed");
    }
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  int port() {
    return port;
  }

  void start() throws Exception {
    process = new ProcessBuilder(command).inheritIO().start();
    Eventually.await("daemon at " + port, this::isUp);
  }

  private boolean isUp() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  long pid() {
    return process.pid();
  }

  /** Kills it as {@code kill -9} does. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
