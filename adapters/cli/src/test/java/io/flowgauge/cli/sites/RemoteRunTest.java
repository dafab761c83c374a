package io.flowgauge.cli.sites;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.cli.Outcome;
import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.instrumentation.InstrumentationException;
import io.flowgauge.instrumentation.ProcessStatus.State;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.irl.Irl;
import io.flowgauge.instrumentation.irl.IrlRequest;
import io.flowgauge.instrumentation.irl.ProcessSelector.Launch;
import io.flowgauge.sites.RemoteProgram;
import io.flowgauge.sites.Sites;
import io.flowgauge.testsupport.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that a node starts. */
@Timeout(180)
class RemoteRunTest {
  private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

  @TempDir private Path folder;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private ServedNode node;
  private Path program;
  private Set<Path> outputsBefore;

  @BeforeEach
  void serve() throws Exception {
    assumeTrue(
        Instrumentation.provider("native").filter(p -> p.unavailable().isEmpty()).isPresent(),
        "the native provider does not work here");
    program =
        CompiledProgram.of(
            folder,
            "fg-run",
            """
            #include <stdio.h>
            #include <stdlib.h>
            #include <unistd.h>
            __attribute__((noipa)) int scaled(int k) { return k * 10; }
            int main(int argc, char **argv) {
              char place[4096];
              setvbuf(stdout, NULL, _IOLBF, 0);
              for (int k = 0; k < atoi(argv[1]); k++) {
                printf("%d\\n", scaled(k));
                usleep(1000);
              }
              fprintf(stderr, "%s %s %d\\n", getenv("WORD"), getcwd(place, sizeof place), getchar());
              return argc > 2 ? atoi(argv[2]) : 0;
            }
            """);
    node = opened(new ServedNode(folder, "node1", "run"));
    outputsBefore = outputs();
  }

  private static Set<Path> outputs() {
    File[] found = TEMPORARY.toFile().listFiles((in, name) -> name.startsWith("flowgauge-run-"));
    return Arrays.stream(found).map(File::toPath).collect(Collectors.toSet());
  }

  private Set<Path> newOutputs() {
    Set<Path> found = outputs();
    found.removeAll(outputsBefore);
    return found;
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

  private Outcome run(String... rest) {
    List<String> command =
        new ArrayList<>(
            List.of("run", "--via", node.address(), "--identity", node.alice().toString()));
    command.addAll(List.of(rest));
    return Outcome.of(command.toArray(String[]::new));
  }

  private static String output(RemoteProgram running) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      running.copyOutput(bytes, OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toString(UTF_8);
  }

  @Test
  void run_program_isMeasuredAndItsOutputShown() throws Exception {
    Path profile = folder.resolve("profile.json");
    Outcome outcome =
        run(
            "--at=node1",
            "--env=WORD=said",
            "--directory=" + folder,
            "-r=fg-run:scaled",
            "--format=json",
            "-o=" + profile,
            "--",
            program.toString(),
            "700",
            "7");
    assertThat(outcome.err()).isEqualTo("said " + folder.toRealPath() + " -1\n");
    assertThat(outcome.status()).isEqualTo(7);
    assertThat(outcome.out().lines()).hasSize(700).startsWith("0", "10").endsWith("6990");
    JsonNode regions = new ObjectMapper().readTree(profile.toFile()).get("regions");
    assertThat(regions).hasSize(1);
    assertThat(regions.get(0).get("calls").asLong()).isEqualTo(700);
    assertThat(newOutputs()).isEmpty();
    assertThat(node.audited())
        .contains("Launch[" + program + " 700 7]", "resume")
        .doesNotContain("WORD");
  }

  @Test
  void run_withoutOptions_isInTheHomeOfTheUser() {
    Outcome outcome = run("--at=node1", "-r=f", "--", "/bin/sh", "-c", "pwd; echo $HOME; kill $$");
    String home = System.getProperty("user.home");
    assertThat(outcome.out().lines().limit(1)).containsExactly(home);
    assertThat(outcome.status()).isEqualTo(128 + 15);
  }

  @Test
  void run_commandThatBecomesAnother_givesTheStatusOfThat() {
    Outcome outcome =
        run("--at=node1", "-r=fg-run:*", "--", "/bin/sh", "-c", "exec " + program + " 600 5");
    assertThat(outcome.status()).isEqualTo(5);
    assertThat(outcome.out().lines()).hasSize(600);
    assertThat(outcome.err()).contains("the command has become another program");
  }

  @Test
  void run_noSuchProgram_isNotStarted() {
    Outcome outcome = run("--at=node1", "-r=f", "--", "/no/such/program");
    assertThat(outcome.status()).isEqualTo(125);
    assertThat(outcome.err()).contains("/no/such/program", "No such file or directory");
    assertThat(newOutputs()).isEmpty();
  }

  @Test
  void run_atManyPlaces_isRefused() {
    Outcome outcome = run("-r=f", "--", "/bin/true");
    assertThat(outcome.status()).isEqualTo(125);
    assertThat(outcome.err()).contains("a program to run, needs one place, such as node1");
  }

  @Test
  void run_whoMayOnlyMeasure_isRefused() throws Exception {
    node.map("change");
    Path made = folder.resolve("made");
    Outcome outcome = run("--at=node1", "-r=f", "--", "/bin/touch", made.toString());
    assertThat(outcome.status()).isEqualTo(125);
    assertThat(outcome.err())
        .contains(
            "may measure processes at node1, but not run programs: its line in the grid-map lacks"
                + " the word 'run'");
    assertThat(made).doesNotExist();
    assertThat(node.audited()).contains("but not run programs");
  }

  @Test
  void run_intoALog_isWrongUsage() {
    assertThat(run("--at=node1", "-r=f", "--log=x.nlb", "--", "/bin/true").status()).isEqualTo(2);
  }

  @Test
  void launch_untilAskedToEnd_runs() throws Exception {
    try (RemoteProgram running = node.sites().launch(Launch.of(program.toString(), "100000"))) {
      assertThat(running.process().status().state()).isEqualTo(State.STARTING);
      assertThat(running.process().instrument("fg-run:scaled").orThrow().done()).hasSize(1);
      assertThat(output(running)).isEmpty();
      running.process().resume().orThrow();
      Eventually.await("its output", () -> output(running).endsWith("0\n"));
      running.terminate().orThrow();
      Eventually.await("its end", () -> running.process().status().state() == State.EXITED);
      assertThat(running.process().status().signal()).hasValue(15);
      assertThat(running.process().profile().regions().get(0).calls()).isPositive();
    }
    assertThat(newOutputs()).isEmpty();
  }

  @Test
  void copyOutput_ofWhatNeverPauses_endsEachTime() throws Exception {
    Launch endless = Launch.of("/bin/sh", "-c", "while :; do echo on; done");
    try (RemoteProgram running = node.sites().launch(endless)) {
      running.process().resume().orThrow();
      for (int copies = 0; copies < 3; copies++) {
        Eventually.await("more of its output", () -> output(running).endsWith("on\n"));
      }
      running.terminate().orThrow();
      Eventually.await("its end", () -> running.process().status().state() == State.EXITED);
      output(running);
      assertThat(output(running)).isEmpty();
    }
  }

  @Test
  void launch_neverResumed_isEnded() throws Exception {
    Path made = folder.resolve("made");
    Sites brief = node.sites().lease(Duration.ofSeconds(1));
    long pid;
    try (RemoteProgram held = brief.launch(Launch.of("/bin/touch", made.toString()))) {
      pid = held.process().process().pid();
    }
    Eventually.await("its end", () -> ProcessHandle.of(pid).isEmpty());
    brief.launch(Launch.of("/bin/touch", made.toString()));
    Eventually.await("the end of its lease", () -> newOutputs().isEmpty());
    assertThat(made).doesNotExist();
  }

  @Test
  void launch_leaseOverWhileItRuns_goesOnAndKeepsItsOutput() throws Exception {
    Sites brief = node.sites().lease(Duration.ofSeconds(1));
    RemoteProgram running = brief.launch(Launch.of(program.toString(), "2500", "3"));
    running.process().resume().orThrow();
    long pid = running.process().process().pid();
    Path output = newOutputs().iterator().next();
    Eventually.await("its end", () -> ProcessHandle.of(pid).isEmpty());
    assertThat(output.resolve("output")).content().endsWith("24990\n");
    assertThat(output.resolve("errors")).content().contains(" -1\n");
    assertThatThrownBy(() -> output(running)).isInstanceOf(InstrumentationException.class);
    Files.delete(output.resolve("output"));
    Files.delete(output.resolve("errors"));
    Files.delete(output);
  }

  @Test
  void close_whileTheNodeIsAway_endsWhatOthersAskForAgain() throws Exception {
    Sites brief = node.sites().lease(Duration.ofSeconds(10));
    RemoteProgram running = brief.launch(Launch.of("/bin/sleep", "100"));
    running.process().resume().orThrow();
    ProcessHandle.of(running.process().process().pid()).orElseThrow().destroyForcibly();
    node.stop();
    CompletableFuture<String> asking = CompletableFuture.supplyAsync(() -> output(running));
    Thread.sleep(1000);
    assertThat(asking).isNotDone();
    CompletableFuture<Void> closing = CompletableFuture.runAsync(running::close);
    assertThat(asking)
        .failsWithin(Duration.ofSeconds(5))
        .withThrowableOfType(ExecutionException.class);
    closing.join();
  }

  @Test
  void terminate_processThatWasNotStarted_isRefused() throws Exception {
    Process other = new ProcessBuilder(program.toString(), "100000").start();
    opened((AutoCloseable) () -> other.destroyForcibly().waitFor());
    var answer =
        node.sites()
            .perform(Irl.on(other.pid()).attach().request(new IrlRequest.Terminate()).build());
    assertThat(answer.refusals())
        .singleElement()
        .satisfies(why -> assertThat(why.code()).isEqualTo(RefusalCode.UNSUPPORTED));
    assertThat(other.isAlive()).isTrue();
  }
}
