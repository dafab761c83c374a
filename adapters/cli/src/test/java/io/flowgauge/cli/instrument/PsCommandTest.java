package io.flowgauge.cli.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.cli.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.TargetProcess;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PsCommandTest {
  private final FakeProvider agent = new FakeProvider("native");
  private final FakeProvider jvm = new FakeProvider("jvm");

  private static TargetProcess process(long pid, String name, String... command) {
    return TargetProcess.builder(pid, name)
        .executable(Path.of("/usr/bin/" + name))
        .command(List.of(command))
        .start(Instant.now().minusSeconds(90))
        .build();
  }

  @Test
  void ps_processesOfTwoProviders_areOneRowEach() {
    agent.processes =
        List.of(process(12, "povray", "povray", "a\n.pov"), process(7, "java", "java", "Main"));
    jvm.processes = List.of(process(7, "java", "java", "Main"));
    Outcome outcome = Outcome.with(List.of(agent, jvm), "ps");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().lines())
        .containsExactly(
            "  pid  name    provider            age  command",
            "    7  java    native, jvm  1 min 30 s  java Main",
            "   12  povray  native       1 min 30 s  povray a\ufffd.pov");
  }

  @Test
  void ps_json_hasEveryPart() throws Exception {
    jvm.processes = List.of(process(7, "java", "java", "Main"));
    Outcome outcome = Outcome.with(List.of(agent, jvm), "ps", "--provider=jvm", "--format=json");
    var process = new ObjectMapper().readTree(outcome.out()).path("processes").path(0);

    assertThat(process.path("pid").asInt()).isEqualTo(7);
    assertThat(process.path("executable").asText()).isEqualTo("/usr/bin/java");
    assertThat(process.path("command").path(1).asText()).isEqualTo("Main");
    assertThat(process.path("providers").toString()).isEqualTo("[\"jvm\"]");
  }

  @Test
  void ps_nothingWorksHere_saysWhy() {
    agent.unavailable = Optional.of(new Refusal(RefusalCode.UNSUPPORTED, "This is a toaster."));
    Outcome outcome = Outcome.with(List.of(agent), "ps");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).isEqualTo("flowgauge: native: This is a toaster. (UNSUPPORTED)\n");
  }
}
