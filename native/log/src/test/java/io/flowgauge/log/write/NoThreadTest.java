package io.flowgauge.log.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.testsupport.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NoThreadTest {
  @TempDir Path folder;

  /** Opens a log too late, while the virtual machine shuts down. */
  static final class Late {
    private Late() {}

    public static void main(String[] arguments) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> open(Path.of(arguments[0]))));
    }

    private static void open(Path file) {
      try (EventLog log = EventLog.open(file)) {
        System.out.println("opened " + log);
      } catch (IOException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  /** The log's thread cannot start, as when there are too many threads. */
  @Test
  void open_whileTheMachineShutsDown_saysSoAndLeavesNoRings() throws Exception {
    Path file = folder.resolve("late.nlb");
    List<String> command = JavaCommand.with("-cp", System.getProperty("java.class.path"));
    command.addAll(List.of(Late.class.getName(), file.toString()));

    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();

    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(said).contains("the log cannot be opened: Shutdown in progress");
    assertThat(process.waitFor()).isZero();
    assertThat(Files.exists(folder.resolve("late.nlb.rings"))).isFalse();
  }
}
