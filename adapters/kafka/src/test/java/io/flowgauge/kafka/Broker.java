package io.flowgauge.kafka;

import io.flowgauge.fleet.FleetTopics;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.testsupport.JavaCommand;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;

/** A Kafka broker in its own process that can be killed and restarted. */
public final class Broker implements AutoCloseable {
  private final Path folder;
  private final int port = freePort();
  private final Path settings;
  private Process process;

  /**
   * Starts a broker.
   *
   * @param folder empty folder for its files
   * @throws Exception if it does not start
   */
  public Broker(Path folder) throws Exception {
    this.folder = folder;
    int controller = freePort();
    settings =
        Files.writeString(
            folder.resolve("server.properties"),
            """
            process.roles=broker,controller
            node.id=1
            controller.quorum.voters=1@127.0.0.1:%2$d
            listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
            advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
            controller.listener.names=CONTROLLER
            listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
            log.dirs=%3$s
            auto.create.topics.enable=false
            offsets.topic.replication.factor=1
            offsets.topic.num.partitions=4
            transaction.state.log.replication.factor=1
            transaction.state.log.min.isr=1
            transaction.state.log.num.partitions=4
            transaction.abort.timed.out.transaction.cleanup.interval.ms=1000
            group.initial.rebalance.delay.ms=0
            group.min.session.timeout.ms=1000
            """
                .formatted(port, controller, folder.resolve("data")));
    run(
            "kafka.tools.StorageTool",
            "format",
            "-t",
            Uuid.randomUuid().toString(),
            "-c",
            "" + settings)
        .waitFor();
    start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  private Process run(String main, String... arguments) throws IOException {
    List<String> command = JavaCommand.with("-Xmx400m", "-XX:+UseSerialGC", "-cp");
    command.addAll(List.of(System.getProperty("java.class.path"), main));
    command.addAll(List.of(arguments));
    File output = folder.resolve("output").toFile();
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(output))
        .start();
  }

  public void start() throws Exception {
    process = run("kafka.Kafka", settings.toString());
    Eventually.await("a broker", this::isUp);
  }

  private boolean isUp() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Creates the topics of a fleet, which creates none itself. Returns their number of partitions.
   */
  public int makeTopics(String prefix) throws InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers()))) {
      return new FleetTopics(prefix).make(admin);
    }
  }

  /** Kills the broker as {@code kill -9} does. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Stops the broker from answering, or lets it continue. */
  public void pause(boolean isPaused) throws Exception {
    String signal = isPaused ? "-STOP" : "-CONT";
    new ProcessBuilder("kill", signal, "" + process.pid()).start().waitFor();
  }

  /** Returns its address. */
  public String servers() {
    return "127.0.0.1:" + port;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
