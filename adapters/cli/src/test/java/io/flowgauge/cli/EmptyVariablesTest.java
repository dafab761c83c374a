package io.flowgauge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.testsupport.JavaCommand;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Environment variables that are set but empty. */
class EmptyVariablesTest {
  /** Runs a command in its own process with an empty variable. */
  private static Outcome with(String variable, String... args) throws Exception {
    List<String> command =
        JavaCommand.with("-cp", System.getProperty("java.class.path"), Main.class.getName());
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put(variable, "");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Outcome(process.waitFor(), said, "");
  }

  @Test
  void repository_emptyName_isWrongUsage() throws Exception {
    Outcome outcome = with("FLOWGAUGE_REPOSITORY", "list");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out())
        .startsWith("flowgauge: FLOWGAUGE_REPOSITORY: the name of a file or folder is empty\n");
  }

  @Test
  void identity_emptyName_mattersOnlyElsewhere() throws Exception {
    assertThat(with("FLOWGAUGE_IDENTITY", "ps").status()).isZero();

    Outcome elsewhere = with("FLOWGAUGE_IDENTITY", "ps", "--via", "127.0.0.1:1");
    assertThat(elsewhere.status()).isEqualTo(2);
    assertThat(elsewhere.out()).contains("--via needs --identity FOLDER, or FLOWGAUGE_IDENTITY");
  }
}
