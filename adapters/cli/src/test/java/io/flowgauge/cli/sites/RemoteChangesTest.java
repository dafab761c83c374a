package io.flowgauge.cli.sites;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.cli.Outcome;
import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.Change.Argument;
import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.ProcessLoad;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.sites.Sites;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Changes in real processes, made through a node. */
@Timeout(180)
class RemoteChangesTest {
  private static final Change LIMIT = Change.set("fg-changed:limit", 41);

  @TempDir private Path folder;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private ServedNode node;

  @BeforeEach
  void serve() throws Exception {
    assumeTrue(
        Instrumentation.provider("native").filter(p -> p.unavailable().isEmpty()).isPresent(),
        "the native provider does not work here");
    node = opened(new ServedNode(folder, "node1", "change"));
  }

  private <T extends AutoCloseable> T opened(T resource) {
    open.push(resource);
    return resource;
  }

  @AfterEach
  void close() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  /** Starts a program that prints its variable and its function's result for 3 every 2 ms. */
  private Process program() throws Exception {
    Path program =
        CompiledProgram.of(
            folder,
            "fg-changed",
            """
            #include <stdio.h>
            #include <unistd.h>
            int limit = 7;
            __attribute__((noipa)) int scaled(int k) { return k * 10; }
            int main(void) {
              setvbuf(stdout, NULL, _IOLBF, 0);
              for (int k = 0; k < 50000; k++) {
                printf("%d %d\\n", limit, scaled(3));
                usleep(2000);
              }
              return 0;
            }
            """);
    Process process =
        new ProcessBuilder(program.toString())
            .redirectOutput(folder.resolve("said").toFile())
            .start();
    opened((AutoCloseable) () -> process.destroyForcibly().waitFor());
    awaitSaid("7 30");
    return process;
  }

  private String lastSaid() throws Exception {
    List<String> lines = new ArrayList<>(Files.readString(folder.resolve("said")).lines().toList());
    return lines.size() < 2 ? "" : lines.get(lines.size() - 2);
  }

  private void awaitSaid(String wanted) throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!lastSaid().equals(wanted)) {
      assertThat(System.nanoTime()).as("says " + wanted + ", not " + lastSaid()).isLessThan(end);
      Thread.sleep(20);
    }
  }

  @Test
  void change_variable_isSetAndSetBack() throws Exception {
    Process program = program();
    try (InstrumentedProcess process = node.sites().asProvider().attach(program.pid()).orThrow()) {
      AppliedChange change = process.change(LIMIT).orThrow();
      assertThat(change.before()).contains(7L);
      assertThat(change.took()).isPositive();
      awaitSaid("41 30");
      assertThat(change.undo().orThrow()).isSameAs(change);
      awaitSaid("7 30");
      assertThat(change.undo().refusal()).isEmpty();
      assertThat(process.change(Change.set("fg-changed:limit", 0.5)).refusal().orElseThrow().code())
          .isEqualTo(RefusalCode.WRONG_TYPE);
    }
    assertThat(node.audited())
        .contains("change (set fg-changed:limit = 41)", "\"decision\":\"granted\"");
  }

  @Test
  void change_argument_isRewrittenUntilDetached() throws Exception {
    Process program = program();
    RegionPattern scaled = RegionPattern.parse("fg-changed:scaled");
    try (InstrumentedProcess process = node.sites().asProvider().attach(program.pid()).orThrow()) {
      AppliedChange change =
          process
              .change(new Change.RewriteArgument(scaled, Argument.at(0), 5, List.of()))
              .orThrow();
      awaitSaid("7 50");
      assertThat(change.calls()).isPositive();
      AppliedChange result =
          process.change(new Change.RewriteResult(scaled, 99, List.of())).orThrow();
      awaitSaid("7 99");
      assertThat(result.undo().refusal()).isEmpty();
      awaitSaid("7 50");
      process.change(LIMIT).orThrow();
      awaitSaid("41 50");
    }
    awaitSaid("7 30");
  }

  @Test
  void change_leaseOver_isUndone() throws Exception {
    Process program = program();
    Sites brief = node.sites().lease(Duration.ofSeconds(2));
    InstrumentedProcess process = brief.asProvider().attach(program.pid()).orThrow();
    AppliedChange change = process.change(LIMIT).orThrow();
    awaitSaid("41 30");
    awaitSaid("7 30");
    assertThat(change.undo().refusal()).isEmpty();
  }

  @Test
  void change_whoMayOnlyMeasure_isRefused() throws Exception {
    node.map("");
    Process program = program();
    try (InstrumentedProcess process = node.sites().asProvider().attach(program.pid()).orThrow()) {
      var refusal = process.change(LIMIT).refusal().orElseThrow();
      assertThat(refusal.code()).isEqualTo(RefusalCode.PERMISSION);
      assertThat(refusal.message())
          .contains("spiffe://lab/user/alice may measure processes at node1, but not change them");
      assertThat(process.instrument("fg-changed:scaled").orThrow().done()).hasSize(1);
    }
    assertThat(lastSaid()).isEqualTo("7 30");
    assertThat(node.audited()).contains("but not change them");
  }

  @Test
  void load_processElsewhere_isThatOfItsThreads() throws Exception {
    Path busy =
        CompiledProgram.of(folder, "fg-busy", "int main(void) { for (volatile int k;; k = 1) {} }");
    Process program = new ProcessBuilder(busy.toString()).start();
    opened((AutoCloseable) () -> program.destroyForcibly().waitFor());
    try (InstrumentedProcess process = node.sites().asProvider().attach(program.pid()).orThrow()) {
      process.load().orThrow();
      Thread.sleep(1000);
      ProcessLoad load = process.load().orThrow();
      assertThat(load.threads()).isEqualTo(1);
      assertThat(load.processors()).isEqualTo(Runtime.getRuntime().availableProcessors());
      double share = (double) load.ran().plus(load.waited()).toNanos() / load.measured().toNanos();
      assertThat(share).isBetween(0.8, 1.05);
    }
  }

  private Outcome tune(String... further) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "tune",
                "--via",
                node.address(),
                "--identity",
                node.alice().toString(),
                "--format=json",
                "--tunlet=crowded-threads"));
    command.addAll(List.of(further));
    return Outcome.of(command.toArray(String[]::new));
  }

  @Test
  void tune_crowdedThreads_areChangedFromAfar() throws Exception {
    Path program = folder.resolve("fg-loops");
    Path source = Path.of("..", "tuning", "src", "test", "c", "loops.c");
    Process compiler =
        new ProcessBuilder("gcc", "-O2", "-fopenmp", source.toString(), "-o", program.toString())
            .inheritIO()
            .start();
    assumeTrue(compiler.waitFor() == 0, "needs gcc and its OpenMP");
    ProcessBuilder builder = new ProcessBuilder(program.toString());
    builder
        .environment()
        .put("OMP_NUM_THREADS", "" + 2 * Runtime.getRuntime().availableProcessors());
    Process loops = builder.start();
    opened((AutoCloseable) () -> loops.destroyForcibly().waitFor());

    Outcome outcome = tune("--name=fg-loops", "--for=15");

    assertThat(outcome.err()).isEmpty();
    JsonNode changes = new ObjectMapper().readTree(outcome.out()).get("changes");
    assertThat(changes).hasSize(1);
    JsonNode change = changes.get(0);
    assertThat(change.get("what").asText()).contains("rewrite argument 2 of libgomp.so");
    // Whether fewer threads are faster depends on the other load of this machine.
    assertThat(change.get("state").asText()).isIn("kept", "undone");
    assertThat(change.get("undone").asBoolean())
        .isEqualTo(!change.get("state").asText().equals("kept"));
    assertThat(change.get("place").asText()).isEqualTo("node1");
    assertThat(change.get("process").asLong()).isEqualTo(loops.pid());
    assertThat(change.at("/before/callsPerSecond").asDouble()).isPositive();
    assertThat(change.at("/after/callsPerSecond").asDouble()).isPositive();
    loops.getOutputStream().close();
    assertThat(new String(loops.getInputStream().readAllBytes(), UTF_8))
        .contains(" 0 of them wrong");
  }

  @Test
  void tune_nothingOfThatName_saysSo() {
    Outcome outcome = tune("--name=fg-no-such-program");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err())
        .contains("nothing was tuned: no process matches", "fg-no-such-program");
  }
}
