package io.flowgauge.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileLosses;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorResult;
import io.flowgauge.instrumentation.TargetProcess;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Processes arrive faster than they can be attached to; one of them can be tuned. */
class ArrivalsTest {
  private static final long TUNABLE = ProcessHandle.current().pid();
  private static final long OTHER = 1L << 40;
  private static final int PATIENCE = 20;

  private final CountDownLatch ticked = new CountDownLatch(3);
  private final CountDownLatch letGo = new CountDownLatch(1);
  private final CountDownLatch talking = new CountDownLatch(1);
  private final CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
  private volatile boolean talksLong;
  private volatile boolean isOver;
  private Analyzer analyzer;

  @AfterEach
  void end() {
    isOver = true;
  }

  private Analyzer open(Duration interval) {
    return Analyzer.builder()
        .tunlets(List.of(new Ticking()))
        .providers(List.of(new Slow()))
        .interval(interval)
        .open();
  }

  /** A tunlet that decides nothing at each tick. */
  private class Ticking implements Tunlet {
    @Override
    public String name() {
      return "ticking";
    }

    @Override
    public String description() {
      return "Counts ticks.";
    }

    @Override
    public Watch watch() {
      return Watch.of("unit:f");
    }

    @Override
    public Duration observed() {
      return Duration.ZERO;
    }

    @Override
    public Optional<Change> decide(Observation observation) {
      ticked.countDown();
      return Optional.empty();
    }

    @Override
    public Guard guard() {
      return Guard.calls("unit:f");
    }
  }

  /** A tunlet whose guard sees nothing, because the program has no such region. */
  private final class Unguarded extends Ticking {
    @Override
    public Watch watch() {
      return Watch.of("unit:f", "unit:g");
    }

    @Override
    public Guard guard() {
      return Guard.calls("unit:g");
    }
  }

  /** A provider so slow that the next process arrives by the time one has been refused. */
  private final class Slow implements InstrumentationProvider {
    @Override
    public String name() {
      return "native";
    }

    @Override
    public Optional<Refusal> unavailable() {
      return Optional.empty();
    }

    @Override
    public List<TargetProcess> processes() {
      return List.of();
    }

    @Override
    public Outcome<InstrumentedProcess> attach(long pid) {
      if (pid == TUNABLE) {
        return Outcome.done(tunable());
      }
      if (!isOver) {
        analyzer.watch(pid);
      }
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return Outcome.refused(RefusalCode.NO_PROCESS, "there is no process " + pid);
    }

    @Override
    public Outcome<InstrumentedProcess> launch(LaunchRequest request) {
      return Outcome.refused(RefusalCode.UNSUPPORTED, "only attaches");
    }
  }

  /** Returns a running process with one region, which is never called. */
  private InstrumentedProcess tunable() {
    TargetProcess process = TargetProcess.builder(TUNABLE, "tunable").build();
    CodeRegion region = new CodeRegion("unit", "f", "f", 16, 8, Optional.empty(), false);
    SensorReport report =
        new SensorReport(
            List.of(new SensorResult(region, Optional.empty(), Backend.AGENT, 6)),
            List.of(),
            Duration.ZERO,
            Duration.ZERO);
    Profile profile =
        new Profile(
            process,
            Instant.now(),
            Instant.now(),
            List.of(),
            List.of(),
            List.of(),
            ProfileLosses.NONE);
    return (InstrumentedProcess)
        Proxy.newProxyInstance(
            ArrivalsTest.class.getClassLoader(),
            new Class<?>[] {InstrumentedProcess.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "process" -> process;
                  case "load" -> Outcome.refused(RefusalCode.UNSUPPORTED, "it is here");
                  case "instrument" -> Outcome.done(report);
                  case "profile" -> talk(profile);
                  case "status" -> ProcessStatus.of(ProcessStatus.State.RUNNING);
                  case "close" -> {
                    letGo.countDown();
                    yield null;
                  }
                  default -> throw new AssertionError(method);
                });
  }

  /** Returns the profile; if so set, only after the analyzer is closed or 1 s has passed. */
  private Profile talk(Profile profile) {
    if (talksLong) {
      talking.countDown();
      long end = System.nanoTime() + Duration.ofSeconds(1).toNanos();
      while (System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
        Thread.onSpinWait();
      }
      interrupted.complete(Thread.currentThread().isInterrupted());
    }
    return profile;
  }

  /** A tunlet that fails when asked what it watches. */
  private final class Broken implements Tunlet {
    private final Tunlet whole = new Ticking();

    @Override
    public String name() {
      return "broken";
    }

    @Override
    public String description() {
      return "Throws.";
    }

    @Override
    public Watch watch() {
      throw new IllegalStateException("a tunlet");
    }

    @Override
    public Optional<Change> decide(Observation observation) {
      return whole.decide(observation);
    }

    @Override
    public Guard guard() {
      return whole.guard();
    }
  }

  @Test
  void watch_byBrokenTunlet_isRefusedAndOthersGoOn() throws Exception {
    analyzer =
        Analyzer.builder()
            .tunlets(List.of(new Broken(), new Ticking()))
            .providers(List.of(new Slow()))
            .open();
    analyzer.watch(TUNABLE);
    assertThat(ticked.await(PATIENCE, TimeUnit.SECONDS)).as("three ticks").isTrue();
    assertThat(analyzer.steps())
        .extracting(TuningStep::reason)
        .containsExactly("tuning failed: java.lang.IllegalStateException: a tunlet");
    assertCloses();
    assertThat(letGo.getCount()).isZero();
  }

  /** A tunlet that lacks a class, as after an update of its jar. */
  private final class Unlinked extends Ticking {
    @Override
    public String name() {
      return "unlinked";
    }

    @Override
    public Optional<Change> decide(Observation observation) {
      throw new NoClassDefFoundError("Gone");
    }
  }

  @Test
  void watch_byTunletAndListenerThatThrowErrors_othersGoOn() throws Exception {
    analyzer =
        Analyzer.builder()
            .tunlets(List.of(new Unlinked(), new Ticking()))
            .providers(List.of(new Slow()))
            .interval(Duration.ofMillis(50))
            .onStep(
                step -> {
                  throw new AssertionError("of the listener");
                })
            .open();
    analyzer.watch(TUNABLE);
    assertThat(ticked.await(PATIENCE, TimeUnit.SECONDS)).as("three ticks").isTrue();
    assertThat(analyzer.steps())
        .extracting(TuningStep::reason)
        .containsExactly("the tunlet failed: java.lang.NoClassDefFoundError: Gone");
    assertCloses();
  }

  @Test
  void watch_programWithoutRegionsOfTheGuard_isRefused() throws Exception {
    CompletableFuture<TuningStep> step = new CompletableFuture<>();
    analyzer =
        Analyzer.builder()
            .tunlets(List.of(new Unguarded()))
            .providers(List.of(new Slow()))
            .onStep(step::complete)
            .open();
    analyzer.watch(TUNABLE);
    assertThat(step.get(PATIENCE, TimeUnit.SECONDS).reason())
        .isEqualTo("tunable has none of the regions with a sensor that the guard watches, unit:g");
    assertCloses();
  }

  @Test
  void close_byListener_letsProcessesGo() throws Exception {
    analyzer =
        Analyzer.builder()
            .tunlets(List.of(new Ticking(), new Broken()))
            .providers(List.of(new Slow()))
            .onStep(step -> analyzer.close())
            .open();
    analyzer.watch(TUNABLE);
    assertThat(letGo.await(PATIENCE, TimeUnit.SECONDS)).isTrue();
    assertCloses();
  }

  @Test
  void close_whileProviderTalks_doesNotInterruptIt() throws Exception {
    talksLong = true;
    analyzer = open(Duration.ofMillis(50));
    analyzer.watch(TUNABLE);
    assertThat(talking.await(PATIENCE, TimeUnit.SECONDS)).isTrue();
    assertCloses();
    assertThat(interrupted.get(PATIENCE, TimeUnit.SECONDS)).isFalse();
  }

  private void assertCloses() throws Exception {
    CompletableFuture.runAsync(analyzer::close).get(PATIENCE, TimeUnit.SECONDS);
  }

  @Test
  void watch_comingFasterThanAttachedTo_ticksAndCloses() throws Exception {
    analyzer = open(Duration.ofMillis(50));
    analyzer.watch(TUNABLE);
    analyzer.watch(OTHER);
    assertThat(ticked.await(PATIENCE, TimeUnit.SECONDS)).as("three ticks").isTrue();
    assertCloses();
  }

  @Test
  void watch_manyAtOnce_ticksBetween() throws Exception {
    analyzer = open(Duration.ofMillis(50));
    analyzer.watch(TUNABLE);
    for (int k = 0; k < 5_000; k++) {
      analyzer.watch(OTHER + k);
    }
    assertThat(ticked.await(PATIENCE, TimeUnit.SECONDS)).as("three ticks").isTrue();
    assertCloses();
  }

  @Test
  void close_whileManyWait_doesNotAttachToThem() throws Exception {
    analyzer = open(Duration.ofMinutes(10));
    for (int k = 0; k < 5_000; k++) {
      analyzer.watch(OTHER + k);
    }
    assertCloses();
  }
}
