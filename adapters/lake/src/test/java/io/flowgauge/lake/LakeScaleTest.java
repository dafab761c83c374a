package io.flowgauge.lake;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.flowgauge.Flowgauge;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.ExperimentRepository;
import io.flowgauge.store.RunFilter;
import io.flowgauge.store.RunLabel;
import io.flowgauge.store.StoredValues;
import io.flowgauge.testsupport.Checkout;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A lake of many runs of a thousand activities, with times drawn from those of a recorded run: its
 * size, and the processor time that queries need. Only with {@code -Dflowgauge.long=true}; {@code
 * -Dflowgauge.runs=100000} sets the number of runs.
 */
@EnabledIfSystemProperty(named = "flowgauge.long", matches = "true")
class LakeScaleTest {
  private static final int RUNS = Integer.getInteger("flowgauge.runs", 2000);
  private static final int ACTIVITIES = 1000;
  private static final int SLOTS = 64;
  private static final long MILLI = 1_000_000;
  private static final long FIRST = 1_760_000_000_000L * MILLI;
  private static final long HOUR = 3_600_000 * MILLI;

  @TempDir Path folder;

  /** Recorded times of an activity: in the queue, and at work. */
  private record Recorded(long queueNanos, long busyNanos) {}

  private static WorkflowRun recordedRun() throws IOException {
    return Flowgauge.read(Checkout.root().resolve("samples/montage"));
  }

  private static Map<String, List<Recorded>> times(WorkflowRun run) {
    Map<String, List<Recorded>> times = new LinkedHashMap<>();
    for (int a = 0; a < run.workflow().activityCount(); a++) {
      for (Attempt attempt : run.execution(a).attempts()) {
        long active = attempt.active().orElseThrow();
        times
            .computeIfAbsent(run.workflow().activity(a).type(), type -> new ArrayList<>())
            .add(
                new Recorded(
                    active - attempt.submitted().orElse(active),
                    attempt.ended().orElseThrow() - active));
      }
    }
    return times;
  }

  /** Returns a run whose types follow one another, with the activities of each in parallel. */
  private static WorkflowRun run(int number, Map<String, List<Recorded>> times, Random random) {
    RunRecorder recorder = Flowgauge.recorder("run " + number);
    for (int k = 0; k < SLOTS; k++) {
      recorder.processor(new Processor("node" + k, 1, 1, k % 2 == 0 ? "linz" : "vienna"));
    }
    long begin = FIRST + number * HOUR / 8;
    String before = null;
    for (Map.Entry<String, List<Recorded>> type : times.entrySet()) {
      long end = begin;
      String first = null;
      for (int k = 0; k < ACTIVITIES / times.size(); k++) {
        String id = type.getKey() + "-" + k;
        recorder.activity(Activity.of(id, type.getKey()));
        if (before != null) {
          recorder.dependency(before, id);
        }
        recorder.assign(id, 1, "node" + random.nextInt(SLOTS));
        Recorded time = type.getValue().get(random.nextInt(type.getValue().size()));
        long active = begin + drawn(time.queueNanos(), random);
        long ended = active + drawn(time.busyNanos(), random);
        recorder.record(id, EventType.SUBMITTED, begin, 1);
        recorder.record(id, EventType.ACTIVE, active, 1);
        recorder.record(id, EventType.COMPLETED, ended, 1);
        end = Math.max(end, ended);
        first = first == null ? id : first;
      }
      begin = end;
      before = first;
    }
    return recorder.snapshot();
  }

  /** Returns a random time near the given one, in whole milliseconds as engines record them. */
  private static long drawn(long nanos, Random random) {
    return (1 + Math.round(nanos * Math.exp(random.nextGaussian() / 10) / MILLI)) * MILLI;
  }

  @Test
  void lake_manyRuns_isSmallAndFast() throws IOException {
    Map<String, List<Recorded>> times = times(recordedRun());
    Random random = new Random(1);
    Path lake = Path.of(System.getProperty("flowgauge.lake", folder.resolve("lake").toString()));
    boolean isThere = Files.exists(lake.resolve(Dataset.RUNS.folder()));
    measure(
        (isThere ? "reading " : "loading ") + RUNS + " runs",
        () -> {
          if (isThere) {
            return RUNS;
          }
          try (LakeWriter writer = LakeWriter.open(lake)) {
            for (int k = 0; k < RUNS; k++) {
              writer.add(run(k, times, random), RunLabel.of("montage").version("" + k % 2));
            }
          }
          return RUNS;
        });
    for (Dataset dataset : Dataset.values()) {
      System.out.printf("%s: %.2f MB%n", dataset.folder(), bytes(lake, dataset) / 1e6);
    }
    try (ExperimentRepository runs = ExperimentRepository.connect("lake:" + lake)) {
      RunFilter montage = RunFilter.all().workflow("montage");
      String type = times.keySet().iterator().next();
      Quantity mean =
          runs.quantities().stream()
              .filter(quantity -> quantity.toString().equals("type/" + type + "/mean"))
              .findFirst()
              .orElseThrow();
      assertThat(measure("ideal times", () -> runs.fastest(montage).workflow().activityCount()))
          .isEqualTo(ACTIVITIES / times.size() * times.size());
      assertThat(measure("history of a type", () -> runs.history(montage, mean).size()))
          .isEqualTo(RUNS);
      assertThat(
              measure(
                  "makespans of two versions",
                  () ->
                      runs.history(montage.version("0"), Quantity.MAKESPAN).size()
                          + runs.history(montage.version("1"), Quantity.MAKESPAN).size()))
          .isEqualTo(RUNS);
      assertThat(measure("comparison of two versions", () -> compared(runs, montage)))
          .isEqualTo(runs.quantities().size());
      assertThat(measure("newest 20", () -> runs.load(montage.newest(20)).size())).isEqualTo(20);
    }
  }

  /** Compares versions as {@code flowgauge compare} does. */
  private static int compared(ExperimentRepository runs, RunFilter filter) throws IOException {
    Map<String, List<RunValues>> versions = new LinkedHashMap<>();
    for (StoredValues run : runs.values(filter)) {
      versions.computeIfAbsent(run.run().version(), key -> new ArrayList<>()).add(run.values());
    }
    List<RunGroup> groups = new ArrayList<>();
    versions.forEach((version, own) -> groups.add(new RunGroup(version, own)));
    return Flowgauge.compare(groups).quantities().size();
  }

  /** Work that returns a number. */
  private interface Work {
    int done() throws IOException;
  }

  private static int measure(String what, Work work) throws IOException {
    OperatingSystemMXBean own =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long cpu = own.getProcessCpuTime();
    long wall = System.nanoTime();
    int result = work.done();
    System.out.printf(
        "%s: %.2f s of processor time, %.2f s%n",
        what, (own.getProcessCpuTime() - cpu) / 1e9, (System.nanoTime() - wall) / 1e9);
    return result;
  }

  private static long bytes(Path lake, Dataset dataset) throws IOException {
    try (Stream<Path> files = Files.walk(lake.resolve(dataset.folder()))) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
