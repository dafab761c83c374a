package io.flowgauge.metrics.oracle;

import io.flowgauge.Flowgauge;
import io.flowgauge.metrics.oracle.PlainRun.Work;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Dependency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Transformations of a run that leave every result unchanged. */
class InvarianceTest {

  @Property(tries = 300)
  void report_eventsShuffledAndRepeated_isTheSame(
      @ForAll @IntRange(min = 1, max = 12) int activities, @ForAll long seed) {
    PlainRun plain = DamagedRuns.of(activities, seed);
    List<ActivityEvent> shuffled = DamagedRuns.shuffled(plain.events(), seed);
    Findings.of(Flowgauge.report(plain.run(shuffled))).assertSame(findings(plain));
  }

  @Property(tries = 300)
  void report_activitiesRenamed_isTheSame(
      @ForAll @IntRange(min = 1, max = 12) int activities, @ForAll long seed) {
    PlainRun plain = DamagedRuns.of(activities, seed);
    findings(renamed(plain)).assertSame(findings(plain).renamed("job-"));
  }

  /** Renames activities but keeps the order of ids, which decides ties. */
  private static PlainRun renamed(PlainRun plain) {
    List<Work> works = new ArrayList<>();
    for (Work w : plain.works()) {
      String id = "job-" + w.id();
      List<ActivityEvent> events =
          w.events().stream()
              .map(e -> new ActivityEvent(id, e.type(), e.epochNanos(), e.attempt()))
              .toList();
      works.add(
          new Work(id, w.kind(), w.processors(), w.wallclock(), w.ideal(), events, w.phases()));
    }
    List<Dependency> dependencies =
        plain.dependencies().stream()
            .map(d -> new Dependency("job-" + d.from(), "job-" + d.to()))
            .toList();
    return new PlainRun(
        plain.processors(), works, dependencies, plain.services(), plain.regions(), plain.start());
  }

  @Property(tries = 300)
  void report_timesShifted_isTheSame(
      @ForAll @IntRange(min = 1, max = 12) int activities,
      @ForAll long seed,
      @ForAll @IntRange int shift) {
    PlainRun plain = DamagedRuns.of(activities, seed);
    PlainRun shifted = plain.mapTimes(t -> t + shift * 100_000_000L, length -> length);
    findings(shifted).assertSame(findings(plain));
  }

  @Property(tries = 300)
  void attribution_timesScaled_isScaled(
      @ForAll @IntRange(min = 1, max = 12) int activities,
      @ForAll long seed,
      @ForAll @IntRange(min = 2, max = 9) int factor) {
    PlainRun plain = DamagedRuns.of(activities, seed);
    PlainRun scaled =
        plain.mapTimes(
            t -> RandomRuns.EPOCH + (t - RandomRuns.EPOCH) * factor, length -> length * factor);
    findings(scaled).withoutSeconds().assertSame(findings(plain).scaled(factor));
  }

  /** Speeds are relative, even if the processors of some activities are unknown. */
  @Property(tries = 100)
  void report_speedsScaled_isTheSame(
      @ForAll @IntRange(min = 1, max = 12) int activities, @ForAll long seed) {
    Random random = new Random(seed);
    PlainRun plain =
        RandomRuns.of(activities, seed)
            .mapWorks(w -> random.nextInt(3) == 0 ? w.withProcessors(Map.of()) : w);
    List<Processor> faster =
        plain.processors().stream()
            .map(p -> new Processor(p.name(), 1024 * p.speed(), p.slots(), p.site()))
            .toList();
    findings(plain.withProcessors(faster)).assertSame(findings(plain));
  }

  @Property(tries = 30)
  void snapshot_recordedByThreads_isTheSame(
      @ForAll @IntRange(min = 1, max = 12) int activities, @ForAll long seed) throws Exception {
    PlainRun plain = DamagedRuns.of(activities, seed);
    RunRecorder recorder = plain.declare();
    int threads = 4;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CountDownLatch ready = new CountDownLatch(threads);
    List<Future<?>> futures = new ArrayList<>();
    for (int k = 0; k < threads; k++) {
      int first = k;
      futures.add(
          pool.submit(
              () -> {
                ready.countDown();
                ready.await();
                List<ActivityEvent> events = plain.events();
                for (int e = first; e < events.size(); e += threads) {
                  recorder.record(events.get(e));
                }
                return null;
              }));
    }
    for (Future<?> future : futures) {
      future.get();
    }
    pool.shutdown();
    Findings.of(Flowgauge.report(recorder.snapshot())).assertSame(findings(plain));
  }

  private static Findings findings(PlainRun plain) {
    return Findings.of(Flowgauge.report(plain.run()));
  }
}
