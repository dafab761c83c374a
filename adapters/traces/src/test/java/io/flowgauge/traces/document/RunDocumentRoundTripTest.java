package io.flowgauge.traces.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RunDocumentRoundTripTest {
  private static final String FILE = "run.json";

  @Test
  void read_referenceCases_haveWhatTheySay() throws IOException {
    List<String> cases = ReferenceCases.texts();
    assertThat(cases).hasSize(20);
    for (String text : cases) {
      WorkflowRun run = read(text);
      assertThat(run.timeBase()).isEqualTo(TimeBase.RELATIVE);
      assertThat(run.isFinished()).isTrue();
      assertThat(run.diagnostics()).noneMatch(d -> d.severity() == Diagnostic.Severity.ERROR);
      assertThat(run.diagnostics()).noneMatch(d -> d.message().contains("unknown keys"));
    }
  }

  @Test
  void write_referenceCases_areReadBackEqual() throws IOException {
    for (String text : ReferenceCases.texts()) {
      WorkflowRun run = read(text);
      assertThat(RunFacts.of(writeAndRead(run))).isEqualTo(RunFacts.of(run));
    }
  }

  @Property(tries = 300)
  void write_anyRun_isReadBackEqual(@ForAll long seed) throws IOException {
    WorkflowRun run = RandomRuns.of(seed);
    WorkflowRun again = writeAndRead(run);
    assertThat(RunFacts.of(again)).isEqualTo(RunFacts.of(run));
    assertThat(remarks(again)).isEqualTo(remarks(run));
  }

  @Property(tries = 50)
  void write_sameRunTwice_givesSameBytes(@ForAll long seed) throws IOException {
    WorkflowRun run = RandomRuns.of(seed);
    assertThat(text(run)).isEqualTo(text(RandomRuns.of(seed)));
    assertThat(text(writeAndRead(run)).lines().filter(l -> !l.contains("diagnostics")))
        .startsWith("{", "  \"flowgauge\": 1,");
  }

  /** As when a Python program passes on Latin-1 file names. */
  @Test
  void write_namesThatAreNotUnicode_areReadBackAsText() throws IOException {
    RunRecorder recorder = Flowgauge.recorder("caf\udce9");
    recorder.activity(Activity.of("\udce9a", "caf\udce9").withAttribute("\ud83d", "\ud83d\ude00"));
    recorder.activity(Activity.of("b"));
    recorder.dependency("\udce9a", "b");
    java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
    assertThat(new RunDocumentWriter().write(recorder.finish(), out))
        .extracting(Diagnostic::message)
        .containsExactly(
            "in names that are not Unicode, a text such as \\udce9 stands for each part that is"
                + " not");
    WorkflowRun run = read(out.toString(java.nio.charset.StandardCharsets.UTF_8));
    assertThat(run.name()).isEqualTo("caf\\udce9");
    Activity first = run.workflow().activity(0);
    assertThat(first.id()).isEqualTo("\\udce9a");
    assertThat(first.type()).isEqualTo("caf\\udce9");
    assertThat(first.attributes()).isEqualTo(Map.of("\\ud83d", "\ud83d\ude00"));
    assertThat(run.workflow().dependencyCount()).isEqualTo(1);
  }

  /** Returns the diagnostics except those that reading adds or repeats. */
  private static Set<Diagnostic> remarks(WorkflowRun run) {
    return run.diagnostics().stream()
        .filter(diagnostic -> !diagnostic.where().equals(FILE))
        .filter(diagnostic -> !diagnostic.message().equals("there is no activity"))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static String text(WorkflowRun run) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(new RunDocumentWriter().write(run, out)).isEmpty();
    return out.toString(StandardCharsets.UTF_8);
  }

  private static WorkflowRun writeAndRead(WorkflowRun run) throws IOException {
    return read(text(run));
  }

  static WorkflowRun read(String text) throws IOException {
    Path folder = Files.createTempDirectory("flowgauge");
    Path file = folder.resolve(FILE);
    try {
      Files.writeString(file, text);
      return Flowgauge.read(file);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }
}
