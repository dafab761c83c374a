package io.flowgauge.probabilistic.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.CriticalPath;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.prediction.RunningNetwork;
import io.flowgauge.workflow.Workflow;
import io.flowgauge.workflow.WorkflowBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Followed runs on slots and pools, against an engine that examines all jobs at every step. */
class RunningSlotsTest {
  private static final Workflow FAN =
      Flowgauge.workflow("fan").then("first").then("a", "b", "c", "d").then("last").build();

  /** A job of an engine with sites. */
  private static final class Job {
    final int number;
    final List<Job> before = new ArrayList<>();
    final List<Integer> sites;
    final int priority;
    final double[] seconds;
    int site = -1;
    double start = Double.NaN;
    double end = Double.POSITIVE_INFINITY;

    Job(int number, List<Integer> sites, int priority, double... seconds) {
      this.number = number;
      this.sites = sites;
      this.priority = priority;
      this.seconds = seconds;
    }

    double ready() {
      return before.stream().mapToDouble(job -> job.end).max().orElse(0);
    }
  }

  /**
   * Sets start and end of all jobs: repeatedly starts the first job in line, or else advances the
   * time.
   */
  private static double run(List<Job> jobs, int... slots) {
    double now = 0;
    while (true) {
      double at = now;
      Job next =
          jobs.stream()
              .filter(job -> job.site < 0 && job.ready() <= at && site(job, jobs, at, slots) >= 0)
              .min(
                  Comparator.comparingInt((Job job) -> -job.priority)
                      .thenComparingDouble(Job::ready)
                      .thenComparingInt(job -> job.number))
              .orElse(null);
      if (next != null) {
        next.site = site(next, jobs, at, slots);
        next.start = now;
        next.end = now + next.seconds[next.site];
      } else {
        double later =
            jobs.stream()
                .filter(j -> j.site >= 0 && j.end > at)
                .mapToDouble(j -> j.end)
                .min()
                .orElse(-1);
        if (later < 0) {
          return now;
        }
        now = later;
      }
    }
  }

  private static int site(Job job, List<Job> jobs, double now, int... slots) {
    return job.sites.stream()
        .filter(s -> jobs.stream().filter(j -> j.site == s && j.end > now).count() < slots[s])
        .findFirst()
        .orElse(-1);
  }

  private static final class Case {
    final Workflow workflow;
    final List<Job> jobs;
    final int[] slots;
    final double[] latencies;

    Case(Workflow workflow, List<Job> jobs, int[] slots, double[] latencies) {
      this.workflow = workflow;
      this.jobs = jobs;
      this.slots = slots;
      this.latencies = latencies;
    }

    static Case of(int size, Random random) {
      int[] slots = {1 + random.nextInt(3), 1 + random.nextInt(3)};
      double[] latencies = {random.nextInt(5), 10 * random.nextDouble()};
      WorkflowBuilder workflow = Flowgauge.workflow("random");
      List<Job> jobs = new ArrayList<>();
      List<List<Integer>> places = List.of(List.of(0), List.of(1), List.of(0, 1), List.of(1, 0));
      for (int k = 0; k < size; k++) {
        workflow.activities("a" + k);
        double own = 1 + 20 * random.nextDouble();
        Job job =
            new Job(
                k,
                places.get(random.nextInt(4)),
                random.nextInt(3),
                own + latencies[0],
                own + latencies[1]);
        for (int before = 0; before < k; before++) {
          if (random.nextInt(4) == 0) {
            workflow.dependency("a" + before, "a" + k);
            job.before.add(jobs.get(before));
          }
        }
        jobs.add(job);
      }
      return new Case(workflow.build(), jobs, slots, latencies);
    }

    NetworkPrediction prediction() {
      NetworkPrediction prediction =
          Flowgauge.predict(workflow)
              .maxSamples(1)
              .pool("east", slots[0], Law.constant(latencies[0]))
              .pool("west", slots[1], Law.constant(latencies[1]));
      for (Job job : jobs) {
        String[] names =
            job.sites.stream().map(s -> s == 0 ? "east" : "west").toArray(String[]::new);
        prediction =
            prediction
                .serviceTime("a" + job.number, job.seconds[0] - latencies[0])
                .place("a" + job.number, names)
                .priority("a" + job.number, job.priority);
      }
      return prediction;
    }
  }

  /** Given only ends, and sometimes starts, the forecast knows what the engine will do. */
  @Property(tries = 150)
  void remaining_fixedTimes_isThatOfTheEngine(
      @ForAll @IntRange(min = 1, max = 25) int size, @ForAll long seed) {
    Random random = new Random(seed);
    Case engine = Case.of(size, random);
    double makespan = run(engine.jobs, engine.slots);
    RunningNetwork run = engine.prediction().start();
    assertThat(run.remaining(0).mean()).isCloseTo(makespan, within(1e-4 * makespan));

    List<Job> byEnd = new ArrayList<>(engine.jobs);
    byEnd.sort(Comparator.comparingDouble(job -> job.end));
    boolean reportsStarts = random.nextBoolean();
    double reported = -1;
    for (Job ended : byEnd) {
      double from = reported;
      if (reportsStarts) {
        engine.jobs.stream()
            .filter(
                job -> (job.start > from && job.start < ended.end) || (job.start == 0 && from < 0))
            .forEach(
                job -> run.started("a" + job.number, job.site == 0 ? "east" : "west", job.start));
      }
      run.finished("a" + ended.number, ended.end);
      reported = reportsStarts ? Math.nextDown(ended.end) : reported;
      assertThat(run.remaining(ended.end).mean())
          .isCloseTo(makespan - ended.end, within(1e-4 * makespan));
    }
    assertThat(run.unfinishedActivities()).isZero();
  }

  @Test
  void remaining_randomTimesOnTwoSites_isWhatTheEngineSays() {
    Law[] latencies = {Law.exponential(30), Law.lognormal(10, 10)};
    NetworkPrediction prediction =
        Flowgauge.predict(FAN)
            .latency(Law.lognormal(100, 60))
            .pool("east", 2, latencies[0])
            .pool("west", 1, latencies[1])
            .place("a", "west", "east")
            .priority("d", 1)
            .maxSamples(16_384);
    RunningNetwork run = prediction.start();
    run.finished("first", 90);
    Forecast remaining = run.remaining(90);

    Random random = new Random(3);
    double[] makespans = new double[40_000];
    Arrays.setAll(makespans, k -> fan(latencies, random));
    double mean = Arrays.stream(makespans).average().orElseThrow();
    double error = remaining.sd() / Math.sqrt(16_384) + remaining.sd() / Math.sqrt(40_000);
    assertThat(remaining.mean()).isCloseTo(mean, within(5 * error));
    Arrays.sort(makespans);
    assertThat(remaining.probabilityWithin(makespans[36_000])).isCloseTo(0.9, within(0.015));
    assertThat(remaining.method()).contains("16384 samples").contains("5 activities left");
    assertThat(run.probabilityWithin(90 + makespans[36_000], 90)).isCloseTo(0.9, within(0.015));
  }

  /** The forecast of a whole run, with the reasons for each delay, is what the engine does. */
  @Property(tries = 150)
  void forecast_fixedTimesOnTwoSites_isThatOfTheEngine(
      @ForAll @IntRange(min = 1, max = 25) int size, @ForAll long seed) {
    Case engine = Case.of(size, new Random(seed));
    double makespan = run(engine.jobs, engine.slots);
    NetworkForecast forecast = engine.prediction().forecast();
    CriticalPath chain = forecast.criticalPaths(1).get(0);

    assertThat(forecast.mean()).isCloseTo(makespan, within(1e-9 * makespan));
    assertThat(forecast.method()).isEqualTo("exact list schedule on pools, by priority");
    assertThat(forecast.bracket().lower()).isLessThanOrEqualTo(makespan * (1 + 1e-9));
    assertThat(forecast.bracket().upper()).isGreaterThanOrEqualTo(makespan * (1 - 1e-9));
    assertThat(chain.probability()).isEqualTo(1);
    assertDelays(engine, chain.activities(), makespan);
    for (Job job : engine.jobs) {
      boolean isCritical = chain.activities().contains("a" + job.number);
      double seconds = isCritical ? job.end - job.start : 0;
      assertThat(forecast.criticality()).containsEntry("a" + job.number, isCritical ? 1.0 : 0.0);
      assertThat(forecast.sensitivity().get("a" + job.number))
          .isCloseTo(seconds, within(1e-6 * makespan));
    }
  }

  /**
   * Checks that each job of a chain starts when the previous one ends, because it needed that job
   * or took its place on the site.
   */
  private static void assertDelays(Case engine, List<String> chain, double makespan) {
    double tolerance = 1e-9 * makespan;
    Job before = null;
    for (String id : chain) {
      Job job = engine.jobs.get(Integer.parseInt(id.substring(1)));
      if (before == null) {
        assertThat(job.start).isZero();
      } else {
        assertThat(job.start).isCloseTo(before.end, within(tolerance));
        assertThat(job.before.contains(before) || job.site == before.site).isTrue();
      }
      before = job;
    }
    assertThat(before.end).isCloseTo(makespan, within(tolerance));
  }

  @Test
  void forecast_randomTimesOnTwoSites_isWhatTheEngineSays() {
    Law[] latencies = {Law.exponential(30), Law.lognormal(10, 10)};
    Workflow rest = Flowgauge.workflow("rest").then("a", "b", "c", "d").then("last").build();
    NetworkPrediction prediction =
        Flowgauge.predict(rest)
            .latency(Law.lognormal(100, 60))
            .pool("east", 2, latencies[0])
            .pool("west", 1, latencies[1])
            .place("a", "west", "east")
            .priority("d", 1)
            .relativeError(1e-9)
            .maxSamples(16_384);
    NetworkForecast forecast = prediction.forecast();
    Forecast followed = prediction.start().remaining(0);
    Random random = new Random(3);
    double[] makespans = new double[40_000];
    Arrays.setAll(makespans, k -> fan(latencies, random));
    double mean = Arrays.stream(makespans).average().orElseThrow();
    double error = forecast.sd() / Math.sqrt(16_384) + forecast.sd() / Math.sqrt(40_000);

    assertThat(forecast.mean()).isCloseTo(mean, within(5 * error));
    assertThat(forecast.mean()).isCloseTo(followed.mean(), within(5 * error));
    assertThat(forecast.bracket().contains(mean)).isTrue();
    Arrays.sort(makespans);
    for (int place : new int[] {4_000, 20_000, 36_000}) {
      assertThat(forecast.probabilityWithin(makespans[place]))
          .isCloseTo(place / 40_000.0, within(0.015));
    }
    double sum = forecast.sensitivity().values().stream().mapToDouble(s -> s).sum();
    assertThat(sum).isCloseTo(forecast.mean(), within(1e-9 * forecast.mean()));
    assertThat(forecast.criticality().get("last")).isCloseTo(1, within(1e-9));
    assertThat(forecast.whatIf().pool("west", 3, latencies[1]).forecast().mean())
        .isLessThan(forecast.mean());
  }

  @Test
  void forecast_onePoolWithoutLatency_isThatOfItsSlots() {
    NetworkPrediction prediction = Flowgauge.predict(FAN).latency(Law.lognormal(100, 60));
    NetworkForecast pool = prediction.pool("one", 2, Law.constant(0)).forecast();
    NetworkForecast slots = prediction.slots(2).forecast();

    assertThat(pool.mean()).isCloseTo(slots.mean(), within(1e-6 * slots.mean()));
    assertThat(pool.quantile(0.9)).isCloseTo(slots.quantile(0.9), within(1e-5 * slots.mean()));
    slots
        .criticality()
        .forEach(
            (id, share) -> assertThat(pool.criticality().get(id)).isCloseTo(share, within(0.01)));
  }

  @Test
  void forecast_poolsUnderASiteLoad_takesThatMuchLonger() {
    NetworkPrediction prediction =
        Flowgauge.predict(FAN).serviceTime(10).pool("one", 1, Law.constant(2));

    assertThat(prediction.forecast().mean()).isCloseTo(72, within(1e-9));
    assertThat(prediction.siteLoad(Law.uniform(1, 2)).forecast().mean())
        .isCloseTo(108, within(1e-6));
  }

  /** Simulates the rest of the fan after its first activity, which has just ended. */
  private static double fan(Law[] latencies, Random random) {
    List<Job> jobs = new ArrayList<>();
    for (int k = 0; k < 5; k++) {
      double own = Law.lognormal(100, 60).quantile(random.nextDouble());
      List<Integer> sites = k == 0 ? List.of(1, 0) : List.of(0, 1);
      double east = own + latencies[0].quantile(random.nextDouble());
      double west = own + latencies[1].quantile(random.nextDouble());
      jobs.add(new Job(k, sites, k == 3 ? 1 : 0, east, west));
    }
    jobs.get(4).before.addAll(jobs.subList(0, 4));
    return run(jobs, 2, 1);
  }

  @Test
  void remaining_onSlotsAtTheStart_isTheForecast() {
    NetworkPrediction prediction =
        Flowgauge.predict(FAN).latency(Law.lognormal(100, 60)).maxSamples(8192);
    for (NetworkPrediction each :
        List.of(prediction.slots(2), prediction.processors(1, 2, 0.5), prediction.slots(100))) {
      Forecast whole = each.forecast();
      assertThat(each.start().remaining(0).mean())
          .isCloseTo(whole.mean(), within(0.01 * whole.mean()));
    }
  }

  @Test
  void remaining_moreStartedThanThereAreSlots_waitsUntilThereAreFewer() {
    RunningNetwork run =
        Flowgauge.predict(FAN).serviceTime(10).pool("one", 1, Law.constant(2)).start();
    run.finished("first", 12);
    run.started("a", 12);
    run.started("b", "one", 12);
    assertThat(run.remaining(12).mean()).isCloseTo(12 + 12 + 12 + 12, within(1e-3));
    run.finished("a", 20);
    assertThat(run.remaining(20).mean()).isCloseTo(4 + 12 + 12 + 12, within(1e-3));
  }

  @Test
  void remaining_startedElsewhereThanThought_freesTheSlot() {
    RunningNetwork run =
        Flowgauge.predict(FAN)
            .serviceTime(10)
            .pool("east", 1, Law.constant(0))
            .pool("west", 1, Law.constant(5))
            .place("a", "east")
            .start();
    run.finished("first", 10);
    run.started("a", "west", 10);
    run.started("c", "east", 11);
    // a runs in the west until 25, c in the east until 21, b there until 31, d in the west until
    // 40.
    assertThat(run.remaining(11).mean()).isCloseTo(39, within(1e-3));
  }

  @Test
  void remaining_maxSamples_drawsAsMany() {
    NetworkPrediction prediction = Flowgauge.predict(FAN).latency(Law.exponential(100));
    Forecast usual = prediction.start().remaining(0);
    Forecast fine = prediction.maxSamples(65_536).start().remaining(0);
    assertThat(usual.method()).contains("1024 samples");
    assertThat(fine.method()).contains("65536 samples");
    assertThat(fine.error().relative()).isLessThan(usual.error().relative() / 4);
    assertThat(fine.error().mean().contains(prediction.forecast().mean())).isTrue();
  }

  @Test
  void pool_unusable_saysWhy() {
    NetworkPrediction prediction = Flowgauge.predict(FAN).pool("east", 2, Law.constant(1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> prediction.place("a", "west"))
        .withMessageContaining("no pool west, but [east]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> prediction.pool("west", 0, Law.constant(1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> prediction.pool("west", 1, Law.normal(1, 1)))
        .withMessageContaining("must not be negative");
    assertThatIllegalStateException()
        .isThrownBy(prediction.dataSegments(3)::forecast)
        .withMessage(
            "a forecast on pools requires one data segment, but there are 3;"
                + " give each data segment its own activities");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> prediction.start().started("a", "west", 1));
  }
}
