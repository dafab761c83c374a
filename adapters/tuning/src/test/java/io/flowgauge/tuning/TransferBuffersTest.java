package io.flowgauge.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.testsupport.Commands;
import io.flowgauge.tuning.TuningStep.State;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real GridFTP server and its client, which asks for buffers of 8 KiB. */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class TransferBuffersTest {
  private static final boolean IS_LONG = Boolean.getBoolean("flowgauge.long");
  private static final int FILE_BYTES = 64 << 20;
  private static final int FEW = 8;
  private static final int MANY = 80;

  /** Seconds to wait: many times what all files take untuned, as there may be no change at all. */
  private static final int PATIENCE_SECONDS = 120;

  /** Required speedup; lower by default, as other programs may take up part of the time. */
  private static final double GAIN = IS_LONG ? 5 : 1.5;

  @TempDir private Path folder;
  private Process server;
  private int port;

  @BeforeEach
  void serve() throws Exception {
    assumeTrue(
        Commands.find("globus-gridftp-server").isPresent()
            && Commands.find("globus-url-copy").isPresent(),
        "skipped: there is no GridFTP server and client");
    assumeTrue(
        "root".equals(System.getProperty("user.name")), "skipped: the server is another user's");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path file = folder.resolve("file");
    Files.write(file, new byte[FILE_BYTES]);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    String here = "127.0.0.1";
    server =
        new ProcessBuilder(
                "globus-gridftp-server",
                "-s",
                "-aa",
                "-anonymous-user",
                "nobody",
                "-control-interface",
                here,
                "-data-interface",
                here,
                "-ipc-interface",
                here,
                "-p",
                "" + port)
            .redirectErrorStream(true)
            .redirectOutput(new File("/dev/null"))
            .start();
    Thread.sleep(1500);
    assumeTrue(server.isAlive(), "skipped: the GridFTP server does not start here");
  }

  @AfterEach
  void end() {
    if (server != null) {
      server.descendants().forEach(ProcessHandle::destroyForcibly);
      server.destroyForcibly();
    }
  }

  /** Starts a client that copies a file repeatedly, each over its own connection. */
  private Process copies(int files, String buffer) throws Exception {
    String line = "ftp://127.0.0.1:" + port + folder.resolve("file") + " file:///dev/null\n";
    Path list = folder.resolve("list" + files);
    Files.writeString(
        list, IntStream.range(0, files).mapToObj(k -> line).collect(Collectors.joining()));
    return new ProcessBuilder("globus-url-copy", "-tcp-bs", buffer, "-f", list.toString())
        .redirectErrorStream(true)
        .redirectOutput(new File("/dev/null"))
        .start();
  }

  /** Waits until a client has copied everything; fails with the reasons why all processes wait. */
  private void awaitEnd(Process client) throws Exception {
    boolean isOver = client.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(isOver).as(() -> "waiting: client" + waits(client.toHandle()) + servers()).isTrue();
    assertThat(client.exitValue()).isZero();
  }

  private String servers() {
    return server.descendants().map(each -> ", server" + waits(each)).collect(Collectors.joining());
  }

  /** Returns where a process waits in the kernel. */
  private static String waits(ProcessHandle process) {
    try {
      Path of = Path.of("/proc/" + process.pid());
      return " "
          + Files.readString(of.resolve("wchan"))
          + " "
          + Files.readString(of.resolve("syscall"));
    } catch (IOException e) {
      return " " + e;
    }
  }

  private double secondsPerFile(int files, String buffer) throws Exception {
    long begin = System.nanoTime();
    awaitEnd(copies(files, buffer));
    return (System.nanoTime() - begin) / 1e9 / files;
  }

  @Test
  void transfers_withSmallBuffers_areFasterAfterTheChange() throws Exception {
    double slow = secondsPerFile(FEW, "8192");
    double fast = secondsPerFile(FEW, "1048576");
    long begin = System.nanoTime();
    List<TuningStep> made;
    Process client = copies(MANY, "8192");
    try (Analyzer analyzer = Analyzer.builder().open()) {
      Thread.sleep(300);
      analyzer.watch(client.pid());
      server.descendants().forEach(child -> analyzer.watch(child.pid()));
      awaitEnd(client);
      made =
          analyzer.steps().stream()
              .filter(step -> step.state() != State.REFUSED && step.tunlet().endsWith("-buffers"))
              .toList();
    }
    double all = (System.nanoTime() - begin) / 1e9;
    long last =
        made.stream()
            .filter(step -> step.state() == State.MADE)
            .mapToLong(step -> step.time().toEpochMilli())
            .max()
            .orElseThrow();
    double changed = (last - (System.currentTimeMillis() - all * 1e3)) / 1e3;
    double tuned = (all - changed) / (MANY - changed / slow);
    System.out.printf(
        "a file of 64 MiB took %.3f s with 8 KiB, %.3f s with 1 MiB, %.3f s tuned%n",
        slow, fast, tuned);
    assertThat(made).extracting(TuningStep::tunlet).contains("send-buffers", "recv-buffers");
    assertThat(made).noneMatch(step -> step.state() == State.UNDONE);
    assertThat(slow / tuned).isGreaterThan(GAIN);
  }
}
