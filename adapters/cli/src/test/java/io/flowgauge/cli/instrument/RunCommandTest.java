package io.flowgauge.cli.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
  @TempDir private Path folder;

  private final FakeProvider provider = new FakeProvider("native");

  @BeforeEach
  void check() {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs /bin/sh");
  }

  private Outcome run(String... rest) {
    List<String> args = new ArrayList<>(List.of("run", "-r", "f2"));
    args.addAll(List.of(rest));
    return Outcome.with(List.of(provider), args.toArray(String[]::new));
  }

  @Test
  void run_command_givesItsStatusAndATable() {
    Outcome outcome = run("--", "/bin/sh", "-c", "exit 3");

    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains("region", "app:f2");
    assertThat(provider.attached)
        .singleElement()
        .matches(process -> process.isClosed)
        .matches(process -> process.isResumed);
  }

  @Test
  void run_killedCommand_isItsSignal() {
    assertThat(run("/bin/sh", "-c", "kill -TERM $$").status()).isEqualTo(128 + 15);
  }

  @Test
  void run_optionsOfTheCommand_areItsOwn() {
    String script = "[ \"$1$2\" = --format-r ] && exit 7";

    assertThat(run("/bin/sh", "-c", script, "sh", "--format", "-r").status()).isEqualTo(7);
    assertThat(run("--", "/bin/sh", "-c", script, "sh", "--format", "-r").status()).isEqualTo(7);
  }

  @Test
  void run_missingCommand_isNotStarted() throws IOException {
    Path file = Files.writeString(folder.resolve("old"), "profile");
    Outcome outcome = run("-o", file.toString(), "--", "/no/such/command");

    assertThat(outcome.status()).isEqualTo(125);
    assertThat(outcome.errors()).singleElement().asString().contains("/no/such/command");
    assertThat(file).hasContent("profile");
  }

  @Test
  void run_regionsThatAreRefused_runsTheCommandAllTheSame() {
    Outcome outcome =
        Outcome.with(List.of(provider), "run", "-r", "inlined", "--", "/bin/sh", "-c", "exit 4");

    assertThat(outcome.status()).isEqualTo(4);
    assertThat(outcome.err()).contains("INLINED");
  }

  @Test
  void run_childrenIntoALog_isWrongUsage() {
    Outcome outcome =
        run("--children", "--log", folder.resolve("a.nlb").toString(), "--", "/bin/true");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("for a single process");
  }

  @Test
  void run_wrongUsage_leavesTheProfileBefore() throws Exception {
    Path file = Files.writeString(folder.resolve("profile.xml"), "before");
    String[] usages = {
      "--children --format xml", "--via 127.0.0.1:1 --children", "--via 127.0.0.1:1 --env x"
    };
    for (String usage : usages) {
      List<String> args = new ArrayList<>(List.of(usage.split(" ")));
      args.addAll(List.of("-o", file.toString(), "--", "/bin/true"));
      assertThat(run(args.toArray(String[]::new)).status()).as(usage).isEqualTo(2);
      assertThat(file).as(usage).hasContent("before");
    }
  }

  @Test
  void run_output_goesIntoTheFile() throws Exception {
    Path file = folder.resolve("profile.json");
    Outcome outcome =
        run("--format", "json", "-o", file.toString(), "--", "/bin/sh", "-c", "exit 0");

    assertThat(outcome).isEqualTo(new Outcome(0, "", ""));
    assertThat(new ObjectMapper().readTree(file.toFile()).path("regions")).hasSize(1);
  }

  @Test
  void run_outputThatCannotBeOpened_startsNothing() {
    for (String option : List.of("-o", "--log")) {
      String missing = folder.resolve("none/file").toString();
      Outcome outcome = run(option, missing, "--", "/bin/true");

      assertThat(outcome.status()).isEqualTo(125);
      assertThat(outcome.err()).contains(missing + ": found nothing by that name").hasLineCount(1);
      assertThat(provider.attached).isEmpty();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void run_outputThatIsFull_isReportedWithTheCommandsStatus() {
    String full = "flowgauge: /dev/full: No space left on device\n";
    assertThat(run("-o", "/dev/full", "--", "/bin/sh", "-c", "exit 3"))
        .isEqualTo(new Outcome(3, "", full));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void run_logThatIsFull_isReportedWithTheCommandsStatus() {
    Outcome outcome = run("--log", "/dev/full", "--", "/bin/sh", "-c", "exit 3");

    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.err())
        .contains("flowgauge: /dev/full: events are missing: No space left on device\n");
  }
}
