package io.flowgauge.model.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.JavaCommand;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine that runs out of memory for a while keeps recording, and is told what was lost. */
@Timeout(120)
class NoMemoryForRunTest {

  /** An engine that records, and in the middle of its run has memory only for small objects. */
  static final class Engine {
    /** Activities recorded before memory is taken: shortly before columns have to grow. */
    private static final int BEFORE = (1 << 15) - 10;

    /**
     * Activities recorded without memory: few, as each failed allocation costs a full collection.
     */
    private static final int MEANWHILE = 50;

    private static final int LEFT = 1 << 17;

    private Engine() {}

    public static void main(String[] args) {
      RunRecorder recorder = new Recorder("run");
      int recorded = record(recorder, 0, BEFORE);
      List<byte[]> taken = new ArrayList<>(1 << 16);
      try {
        takeAll(taken);
        recorded += record(recorder, BEFORE, BEFORE + MEANWHILE);
      } finally {
        Reference.reachabilityFence(taken);
      }
      taken.clear();
      recorded += record(recorder, BEFORE + MEANWHILE, 2 * BEFORE);
      WorkflowRun run = recorder.snapshot();
      long events = run.executions().stream().mapToLong(each -> each.graph().events().size()).sum();
      boolean isLastThere = run.workflow().indexOf(id(2 * BEFORE - 1)) >= 0;
      System.out.println(recorded + " " + events + " " + isLastThere);
      run.diagnostics().stream().map(Diagnostic::message).forEach(System.out::println);
    }

    private static String id(int activity) {
      return "activity" + activity;
    }

    private static int record(RunRecorder recorder, int from, int to) {
      int recorded = 0;
      for (int k = from; k < to; k++) {
        Activity activity;
        try {
          activity = Activity.of(id(k));
        } catch (OutOfMemoryError e) {
          continue; // The engine itself failed to allocate.
        }
        String id = activity.id();
        recorder.activity(activity);
        recorder.dependency("first", id);
        recorder.assign(id, 1, "here");
        recorder.wallclock(id, k);
        recorder.record(id, EventType.ACTIVE, k, 1);
        recorder.record(id, EventType.COMPLETED, 2L * k, 1);
        recorded++;
      }
      return recorded;
    }

    private static void takeAll(List<byte[]> taken) {
      for (int size = 1 << 20; size > LEFT; ) {
        try {
          taken.add(new byte[size]);
        } catch (OutOfMemoryError e) {
          size /= 2;
        }
      }
    }
  }

  @Test
  void record_withoutMemory_neverThrowsAndCountsWhatIsLost() throws Exception {
    List<String> command =
        JavaCommand.with(
            "-XX:+UseSerialGC", "-Xmx64m", "-cp", System.getProperty("java.class.path"));
    command.add(Engine.class.getName());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    String[] lines = said.split("\n", 2);
    String[] counts = lines[0].split(" ", 3);
    assertThat(Long.parseLong(counts[1])).isPositive().isLessThan(2 * Long.parseLong(counts[0]));
    assertThat(counts[2]).as("the last activity is there").isEqualTo("true");
    assertThat(lines[1]).contains("not recorded: the program was out of memory");
  }
}
