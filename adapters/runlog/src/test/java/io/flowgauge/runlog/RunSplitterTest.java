package io.flowgauge.runlog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.sink.LogSink;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Runs of one log, separated by a splitter and reassembled. */
class RunSplitterTest {
  private static final Path PLACE = Path.of("here");

  /** A message with part of a run. */
  private record Message(String run, ByteBuffer blocks) {}

  private final List<Message> messages = new ArrayList<>();

  /** Returns a sink that passes each block to a splitter. */
  private LogSink sink() {
    RunSplitter splitter =
        new RunSplitter((run, blocks) -> messages.add(new Message(run, ByteBuffer.wrap(blocks))));
    return new LogSink() {
      @Override
      public void write(ByteBuffer... block) {
        splitter.add(PLACE, block);
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }

  private EventLog log(Duration flushes) throws IOException {
    LogDestination here = this::sink;
    return EventLog.to(here).flushEvery(flushes).open();
  }

  private static Map<String, RunAssembly> assembled(List<Message> messages) {
    Map<String, RunAssembly> runs = new LinkedHashMap<>();
    for (Message message : messages) {
      runs.computeIfAbsent(
              message.run, id -> new RunAssembly(id, run -> Flowgauge.recorder(run.name())))
          .add(PLACE, message.blocks);
    }
    return runs;
  }

  @Property(tries = 60)
  void split_anyRunsWithMessagesTwice_areAsRecorded(
      @ForAll @IntRange(min = 1, max = 4) int count, @ForAll long seed) throws Exception {
    Map<String, RunRecorder> recorders = new HashMap<>();
    messages.clear();
    try (EventLog log = log(Duration.ofMillis(1))) {
      for (int k = 0; k < count; k++) {
        RunRecorder recorder = Flowgauge.recorder("run");
        recorders.put("r" + k, recorder);
        RandomRuns.record(seed + k, RunLog.begin(log, "r" + k, "run").alongside(recorder));
        if (k % 2 == 0) {
          log.flush();
        }
      }
    }
    List<Message> twice = new ArrayList<>(messages);
    Random random = new Random(seed);
    for (int k = 0; k < 5; k++) {
      Message again = messages.get(random.nextInt(messages.size()));
      twice.add(twice.lastIndexOf(again) + 1, again);
    }
    Map<String, RunAssembly> runs = assembled(twice);
    assertThat(runs.keySet()).isEqualTo(recorders.keySet());
    for (Map.Entry<String, RunAssembly> run : runs.entrySet()) {
      WorkflowRun again = run.getValue().finish();
      WorkflowRun expected = recorders.get(run.getKey()).snapshot();
      assertThat(Runs.facts(again)).isEqualTo(Runs.facts(expected));
      assertThat(again.diagnostics()).isEqualTo(expected.diagnostics());
    }
  }

  /** One thread logs runs one after another, far more than the splitter remembers. */
  @Test
  void split_manyRunsOneAfterAnother_areAllThere() throws Exception {
    int count = 400;
    try (EventLog log = log(Duration.ofMillis(1))) {
      for (int k = 0; k < count; k++) {
        RunLog run = RunLog.begin(log, "r" + k, "run");
        LoggedActivity activity = run.activity(Activity.of("a", "t"));
        activity.log(EventType.ACTIVE, 1, 10);
        activity.log(EventType.COMPLETED, 1, 20 + k);
        run.end(20 + k);
        log.flush();
      }
    }
    Map<String, RunAssembly> runs = assembled(messages);
    assertThat(runs).hasSize(count);
    for (int k = 0; k < count; k++) {
      RunAssembly run = runs.get("r" + k);
      assertThat(run.isEnded()).isTrue();
      assertThat(run.finish().makespan()).hasValue(Duration.ofNanos(10 + k));
      assertThat(run.finish().diagnostics()).isEmpty();
    }
  }

  @Test
  void finish_messageMissing_saysSo() throws Exception {
    try (EventLog log = log(Duration.ofHours(1))) {
      RunLog run = RunLog.begin(log, "r", "run");
      for (int k = 0; k < 3; k++) {
        run.activity(Activity.of("a" + k, "t")).log(EventType.COMPLETED, 1, k);
        log.flush();
      }
    }
    messages.remove(1);
    WorkflowRun run = assembled(messages).get("r").finish();
    assertThat(run.workflow().activityCount()).isEqualTo(2);
    assertThat(run.diagnostics())
        .extracting(Diagnostic::message)
        .anySatisfy(message -> assertThat(message).contains("a gap in stream"));
  }

  @Test
  void add_whatIsNoBlock_isRefusedAndTheRunAsBefore() throws Exception {
    try (EventLog log = log(Duration.ofMillis(1))) {
      RunLog.begin(log, "r", "run").activity(Activity.of("a", "t"));
    }
    RunAssembly run = assembled(messages).get("r");
    byte[] damaged = new byte[messages.get(0).blocks.remaining()];
    messages.get(0).blocks.duplicate().get(damaged);
    damaged[damaged.length - 1]++;
    for (byte[] bytes : List.of(new byte[1], "text".repeat(99).getBytes(UTF_8), damaged)) {
      assertThatThrownBy(() -> run.add(PLACE, ByteBuffer.wrap(bytes)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("here, byte 0: found ")
          .hasMessageEndingWith(", expected whole blocks of an event log");
    }
    assertThat(run.finish().workflow().activityCount()).isEqualTo(1);
    assertThat(run.finish().diagnostics()).isEmpty();
  }
}
