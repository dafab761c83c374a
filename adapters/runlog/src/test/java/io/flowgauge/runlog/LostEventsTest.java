package io.flowgauge.runlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.JavaCommand;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Region;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs that are cut off, damaged, or whose writer was killed. */
class LostEventsTest {
  private static final int ACTIVITIES = 4000;

  @TempDir private Path folder;

  /** An engine that never ends; it prints its progress whenever its log is flushed. */
  static final class Engine {
    private Engine() {}

    public static void main(String[] args) throws Exception {
      EventLog log = EventLog.open(Path.of(args[0]));
      RunLog run = RunLog.begin(log, "r1", "killed");
      for (int k = 0; true; k++) {
        LoggedActivity activity = run.activity(Activity.of("a" + k, "work"));
        activity.log(EventType.STARTED, 1);
        activity.log(EventType.COMPLETED, 1);
        if (k % 1000 == 999) {
          log.flush();
          System.out.println(k + 1);
        }
      }
    }
  }

  @Test
  void read_writerKilled_hasAllThatWasFlushed() throws Exception {
    Path file = Runs.log(folder);
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process engine =
        new ProcessBuilder(JavaCommand.with("-cp", path, Engine.class.getName(), file.toString()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    int flushed = 0;
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(engine.getInputStream(), StandardCharsets.UTF_8))) {
      while (flushed < 5000) {
        flushed = Integer.parseInt(out.readLine());
      }
    } finally {
      engine.destroyForcibly().waitFor();
    }
    WorkflowRun run = Flowgauge.read(file);
    assertThat(run.workflow().activityCount()).isGreaterThanOrEqualTo(flushed);
    assertThat(run.execution("a" + (flushed - 1)).orElseThrow().graph().events()).hasSize(2);
    assertThat(run.diagnostics()).anyMatch(d -> d.message().contains("was killed"));
  }

  private byte[] log() throws IOException {
    Path file = Runs.log(folder);
    Files.deleteIfExists(file);
    try (EventLog log = EventLog.open(file)) {
      RunLog run = RunLog.begin(log, "r1", "damaged");
      String[] ids = new String[ACTIVITIES];
      for (int k = 0; k < ACTIVITIES; k++) {
        ids[k] = "a" + k;
        run.activity(Activity.of(ids[k], "work").withAttribute("n", "" + k));
        run.record(ids[k], EventType.STARTED, k, 1);
        run.record(ids[k], EventType.COMPLETED, k + 1, 1);
      }
      run.regions(Region.parallel((Object[]) ids));
    }
    return Files.readAllBytes(file);
  }

  @Test
  void read_damagedInTheMiddle_saysWhatIsLost() throws IOException {
    byte[] bytes = log();
    Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 100, (byte) 0);
    Files.write(Runs.log(folder), bytes);
    WorkflowRun run = Flowgauge.read(Runs.log(folder));
    assertThat(run.workflow().activityCount()).isBetween(1, ACTIVITIES - 1);
    // Depending on how much was written at once, a block may begin there.
    assertThat(errors(run))
        .anyMatch(m -> m.matches(".*(damaged events|a block that is cut off); .* events lost"));
    assertThat(run.diagnostics())
        .anyMatch(d -> d.message().matches("the region tree holds.*the tree is not used"));
  }

  private static List<String> errors(WorkflowRun run) {
    return run.diagnostics().stream()
        .filter(d -> d.severity() == Diagnostic.Severity.ERROR)
        .map(Diagnostic::message)
        .toList();
  }

  @Test
  void read_attributesOrDeclarationsMissing_saysSo() throws IOException {
    Path file = Runs.log(folder);
    try (EventLog log = EventLog.open(file)) {
      RunLog run = RunLog.begin(log, "r1", "missing");
      long id = Lifelines.of("r1", "a");
      log.declare(RunSchemas.ACTIVITY).log(id, Lifelines.of("r1"), 0, 2, "a", "t", "compute");
      log.declare(RunSchemas.KNOWN).log(id, Lifelines.of("r1"), "b");
      log.declare(RunSchemas.WALLCLOCK).log(17L, 1L);
      log.declare(RunSchemas.TIME_BASE).log(Lifelines.of("r1"), "SIDEREAL");
      run.processor(new Processor("p", 1, 1, ""));
    }
    assertThat(errors(Flowgauge.read(file)))
        .anyMatch(m -> m.equals("2 events of its attributes are missing"))
        .anyMatch(m -> m.equals("was logged with the lifeline of a, to which its events are added"))
        .anyMatch(m -> m.startsWith("1 events belong to 1 activities whose declarations"))
        .anyMatch(
            m -> m.startsWith("not used: LogEvent[") && m.endsWith("(no time base SIDEREAL)"));
  }

  @Property(tries = 60)
  void read_anyDamage_isRunWithErrorsOrRefused(
      @ForAll long seed, @ForAll @IntRange(max = 3) int kind) throws IOException {
    Path scratch = Files.createTempDirectory("runlog");
    folder = scratch;
    try {
      byte[] whole = log();
      byte[] damaged = damaged(whole, new Random(seed), kind);
      Files.write(Runs.log(scratch), damaged);
      WorkflowRun run = Flowgauge.read(Runs.log(scratch));
      if (!Arrays.equals(whole, damaged)) {
        assertThat(run.diagnostics())
            .anyMatch(d -> d.where().contains("byte") || d.message().contains("was killed"));
      }
    } catch (TraceFormatException e) {
      assertThat(e).hasMessageContaining("run.nlb: found ");
    } finally {
      Files.delete(Runs.log(scratch));
      Files.delete(scratch);
    }
  }

  private static byte[] damaged(byte[] whole, Random random, int kind) {
    int at = random.nextInt(whole.length);
    int length = Math.min(1 + random.nextInt(1 << (4 * kind + 1)), whole.length - at);
    if (kind == 0) {
      return Arrays.copyOf(whole, at);
    }
    byte[] damaged = whole.clone();
    for (int k = at; k < at + length; k++) {
      damaged[k] = (byte) random.nextInt();
    }
    return damaged;
  }
}
