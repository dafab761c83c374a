package io.flowgauge.learning.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.learning.reading.Delays;
import io.flowgauge.learning.reading.FailureHistory;
import io.flowgauge.learning.reading.Outage;
import io.flowgauge.learning.reading.OutageHistory;
import io.flowgauge.learning.reading.RunFacts;
import io.flowgauge.learning.reading.RunHistory;
import io.flowgauge.learning.reading.SlotHistory;
import io.flowgauge.learning.reading.SlotLevel;
import io.flowgauge.learning.service.LogTime;
import io.flowgauge.learning.service.ServiceEstimate;
import io.flowgauge.learning.service.Student;
import io.flowgauge.model.graph.Dag;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class RestSimulationTest {
  private static final Ratio NOTHING_UNEXPLAINED = new Ratio(0, 0);
  private static final Dag FORK_JOIN =
      Dag.of(6, new int[] {0, 0, 0, 0, 1, 2, 3, 4}, new int[] {1, 2, 3, 4, 5, 5, 5, 5});

  private static Conditions conditions(Double... delays) {
    Delays starts = new Delays(List.of(delays), List.of());
    SlotHistory enough = new SlotHistory(new SlotLevel(4, false), Map.of(), false);
    return conditions(OutageHistory.NONE, run(enough, starts));
  }

  /** Returns conditions under which every end becomes known 3 s late. */
  private static Conditions lateEnds() {
    SlotHistory enough = new SlotHistory(new SlotLevel(4, false), Map.of(), false);
    return conditions(OutageHistory.NONE, run(enough, new Delays(List.of(), List.of(3.0))));
  }

  private static Conditions conditions(OutageHistory outages, RunFacts... runs) {
    return new Conditions(
        LikelyRuns.of(List.of(runs)),
        new FailureHistory(Map.of(), List.of()),
        Sample.of(List.of(0.5), 0.5),
        Outages.of(outages));
  }

  private static RunFacts run(SlotHistory slots, Delays delays) {
    RunHistory terms =
        new RunHistory(slots, delays, new FailureHistory(Map.of(), List.of()), OutageHistory.NONE);
    return new RunFacts("any", OptionalDouble.empty(), Set.of(), 0, 0, terms);
  }

  /** Returns activities of alternating types that share an estimate and a failure probability. */
  private static OpenWork work(int count, ServiceEstimate estimate, double failure) {
    OpenWork work = new OpenWork(count);
    for (int v = 0; v < count; v++) {
      work.put(v, v % 2 == 0 ? "even" : "odd", estimate);
      work.failure[v] = failure;
    }
    return work;
  }

  private static ServiceEstimate of(double seconds, double own, double run, double runType) {
    return new ServiceEstimate(LogTime.of(seconds), 0, own, run, runType);
  }

  private static RestSimulation simulation(
      Dag dag, Progress progress, int slots, OpenWork work, Conditions conditions) {
    return simulation(dag, progress, work, conditions.withSlots(SlotHistory.of(slots)));
  }

  private static RestSimulation simulation(
      Dag dag, Progress progress, OpenWork work, Conditions conditions) {
    return new RestSimulation(
        Schedules.of(dag, progress, Places.unknown(dag.nodeCount())),
        work,
        conditions,
        NOTHING_UNEXPLAINED,
        progress.unfinishedActivities());
  }

  private static double[] all(double[][] drawn) {
    return Arrays.stream(drawn).flatMapToDouble(Arrays::stream).toArray();
  }

  private static List<Double> boxed(double[][] drawn) {
    return Arrays.stream(all(drawn)).boxed().toList();
  }

  private static double mean(double... values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static double sd(double... values) {
    double mean = mean(values);
    return Math.sqrt(
        Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
  }

  @Test
  void draw_nothingVaries_isTheListSchedule() {
    OpenWork work = work(6, of(10, 0, 0, 0), 0);
    RestSimulation two = simulation(FORK_JOIN, new Progress(FORK_JOIN), 2, work, conditions(1.0));

    assertThat(boxed(two.draw(4, 1, Held.NOTHING)))
        .allSatisfy(t -> assertThat(t).isCloseTo(44, within(1e-9)));
  }

  /** Successors wait until an end is known; jobs already ready start as soon as a slot is free. */
  @Test
  void draw_endsAreKnownLate_slotsAreFreeMeanwhile() {
    OpenWork work = work(6, of(10, 0, 0, 0), 0);
    RestSimulation two = simulation(FORK_JOIN, new Progress(FORK_JOIN), 2, work, lateEnds());

    assertThat(boxed(two.draw(4, 1, Held.NOTHING)))
        .allSatisfy(t -> assertThat(t).isCloseTo(13 + 10 + 13 + 13, within(1e-9)));
  }

  @Test
  void draw_runningEndsAreKnownLate_countsInTheRest() {
    Dag row = row(1);
    OpenWork work = work(1, of(10, 0, 0, 0), 0);
    work.elapsed[0] = 4;
    work.scale[0] = 1e-9;
    Progress progress = new Progress(row);
    progress.start(0, 0);
    RestSimulation one = simulation(row, progress, 1, work, lateEnds());

    assertThat(boxed(one.draw(1, 1, Held.NOTHING)))
        .allSatisfy(t -> assertThat(t).isCloseTo(6 + 3, within(1e-3)));
  }

  @Test
  void draw_someHaveFinishedAndOneRuns_isTheRest() {
    OpenWork work = work(6, of(10, 0, 0, 0), 0);
    Progress progress = new Progress(FORK_JOIN);
    progress.start(0, 0);
    progress.finish(0, 10);
    progress.start(1, 10);
    progress.start(2, 12);
    Arrays.fill(work.elapsed, -1);
    work.elapsed[1] = 4;
    work.elapsed[2] = 2;
    work.scale[1] = 1e-9;
    work.scale[2] = 1e-9;
    RestSimulation two = simulation(FORK_JOIN, progress, 2, work, conditions());

    assertThat(boxed(two.draw(1, 1, Held.NOTHING)))
        .allSatisfy(t -> assertThat(t).isCloseTo(6 + 10 + 2 + 10, within(1e-3)));
  }

  /** Deviations shared by a run do not average out over its activities; individual ones do. */
  @Test
  void draw_sharedAndOwnDeviations_sumOfHundred() {
    Dag row = row(100);
    double own = sd(all(sum(row, of(10, 0.01, 0, 0))));
    double shared = sd(all(sum(row, of(10, 0, 0.01, 0))));

    double clipped = 10 * Math.sqrt(variance(x -> Math.exp(0.1 * x)));
    assertThat(own).isCloseTo(clipped * 10, within(clipped * 10 * 0.05));
    assertThat(shared).isCloseTo(clipped * 100, within(clipped * 100 * 0.02));
  }

  private static Dag row(int count) {
    int[] from = new int[count - 1];
    Arrays.setAll(from, k -> k);
    int[] to = new int[count - 1];
    Arrays.setAll(to, k -> k + 1);
    return Dag.of(count, from, to);
  }

  private static double[][] sum(Dag row, ServiceEstimate estimate) {
    OpenWork work = work(row.nodeCount(), estimate, 0);
    return simulation(row, new Progress(row), 1, work, conditions()).draw(128, 3, Held.NOTHING);
  }

  /** Returns the variance of a function of a clipped Student deviate, by the midpoint rule. */
  private static double variance(DoubleUnaryOperator f) {
    int cells = 100_000;
    double sum = 0;
    double squares = 0;
    for (int k = 0; k < cells; k++) {
      double x = Math.max(-3, Math.min(3, Student.quantile((k + 0.5) / cells)));
      double y = f.applyAsDouble(x);
      sum += y / cells;
      squares += y * y / cells;
    }
    return squares - sum * sum;
  }

  /** The mean rest of a running activity is that of its law, given the time it has been running. */
  @Test
  void draw_running_isConditional() {
    Dag one = Dag.of(1, new int[0], new int[0]);
    for (double elapsed : new double[] {1, 8, 12, 20}) {
      OpenWork work = work(1, of(10, 0.09, 0, 0), 0);
      work.elapsed[0] = elapsed;
      Progress progress = new Progress(one);
      progress.start(0, 0);
      double mean =
          mean(all(simulation(one, progress, 1, work, conditions()).draw(4096, 5, Held.NOTHING)));

      assertThat(mean).isCloseTo(restBySum(10, 0.3, elapsed), within(0.1));
    }
  }

  /**
   * Slow oracle: averages, one by one, the times of the law that are longer than the elapsed time.
   */
  private static double restBySum(double median, double scale, double elapsed) {
    int cells = 200_000;
    double passed = (LogTime.of(elapsed) - LogTime.of(median)) / scale;
    double most = Math.max(3, passed + 0.5);
    double sum = 0;
    double count = 0;
    for (int k = 0; k < cells; k++) {
      double x = Student.quantile((k + 0.5) / cells);
      if (x >= passed) {
        sum += LogTime.seconds(LogTime.of(median) + scale * Math.min(x, most)) - elapsed;
        count++;
      }
    }
    return sum / count;
  }

  /** Each attempt fails with probability p and loses half of its time, at most three times. */
  @Test
  void draw_failures_addTheirTime() {
    Dag one = Dag.of(1, new int[0], new int[0]);
    OpenWork work = work(1, of(10, 0, 0, 0), 0.4);
    RestSimulation some = simulation(one, new Progress(one), 1, work, conditions(2.0));

    double expected = 10 + 2 + (0.4 + 0.16 + 0.064) * (2 + 5);
    assertThat(mean(all(some.draw(4096, 7, Held.NOTHING)))).isCloseTo(expected, within(0.08));
    assertThat(mean(all(some.draw(16, 7, Held.of(Held.Kind.FAILURES)))))
        .isCloseTo(12, within(1e-9));
  }

  @Test
  void draw_everythingHeldInTurn_reducesTheVariance() {
    OpenWork work = work(6, of(10, 0.04, 0.04, 0.04), 0);
    RestSimulation all =
        simulation(FORK_JOIN, new Progress(FORK_JOIN), 2, work, conditions(0.0, 8.0));
    double sd = sd(all(all.draw(256, 9, Held.NOTHING)));
    for (Held held :
        List.of(Held.of(Held.Kind.RUN), Held.of(Held.Kind.DELAYS), Held.type(0), Held.type(1))) {
      assertThat(sd(all(all.draw(256, 9, held)))).isLessThan(sd);
    }
  }

  @Test
  void draw_sameSeed_isTheSame() {
    OpenWork work = work(6, of(10, 0.04, 0.04, 0.04), 0.1);
    RestSimulation some =
        simulation(FORK_JOIN, new Progress(FORK_JOIN), 3, work, conditions(1.0, 2.0));
    assertThat(some.draw(8, 1, Held.NOTHING)).isDeepEqualTo(some.draw(8, 1, Held.NOTHING));
    assertThat(some.draw(8, 2, Held.NOTHING)[0]).isNotEqualTo(some.draw(8, 1, Held.NOTHING)[0]);
  }

  /** Earlier runs used one slot and three slots: half of the simulated runs use each. */
  @Test
  void draw_runsOnDifferentSlots_goesLikeEach() {
    OpenWork work = work(6, of(10, 0, 0, 0), 0);
    Delays none = new Delays(List.of(), List.of());
    Conditions either =
        conditions(OutageHistory.NONE, run(SlotHistory.of(4), none), run(SlotHistory.of(1), none));
    RestSimulation some = simulation(FORK_JOIN, new Progress(FORK_JOIN), work, either);

    assertThat(boxed(some.draw(8, 1, Held.NOTHING)))
        .allMatch(t -> Math.abs(t - 30) < 1e-9 || Math.abs(t - 60) < 1e-9);
    assertThat(mean(all(some.draw(8, 1, Held.NOTHING)))).isCloseTo(45, within(1e-9));
    assertThat(sd(all(some.draw(8, 1, Held.of(Held.Kind.SLOTS))))).isLessThan(1e-9);
  }

  /** Each machine has its own slot: the three on one of them take turns. */
  @Test
  void draw_machinesPlanned_haveTheirSlots() {
    SlotLevel one = new SlotLevel(1, true);
    SlotHistory slots = new SlotHistory(new SlotLevel(2, true), Map.of("x", one, "y", one), true);
    Conditions each = conditions(OutageHistory.NONE, run(slots, new Delays(List.of(), List.of())));
    Progress progress = new Progress(FORK_JOIN);
    Places places =
        Places.of(
            6, v -> Optional.of(v == 4 || v == 5 ? "y" : "x"), progress.unfinishedActivities());
    RestSimulation some =
        new RestSimulation(
            Schedules.of(FORK_JOIN, progress, places),
            work(6, of(10, 0, 0, 0), 0),
            each,
            NOTHING_UNEXPLAINED,
            progress.unfinishedActivities());

    assertThat(boxed(some.draw(1, 1, Held.NOTHING)))
        .allSatisfy(t -> assertThat(t).isCloseTo(10 + 30 + 10, within(1e-9)));
  }

  /**
   * Closed form: work of 10 s that starts again after each outage of 5 s, with 0.05 outages a
   * second, takes (1/0.05 + 5)(exp(0.05 * 10) - 1) s in the mean.
   */
  @Test
  void draw_outages_startWorkAgain() {
    Dag one = Dag.of(1, new int[0], new int[0]);
    OutageHistory outages =
        new OutageHistory(25, List.of(new Outage("x", 2, 1, OptionalDouble.of(5))));
    Conditions some = conditions(outages, run(SlotHistory.of(1), new Delays(List.of(), List.of())));
    OpenWork work = work(1, of(10, 0, 0, 0), 0);
    RestSimulation simulation = simulation(one, new Progress(one), work, some);

    assertThat(mean(all(simulation.draw(4096, 3, Held.NOTHING))))
        .isCloseTo(25 * Math.expm1(0.5), within(0.2));
    assertThat(mean(all(simulation.draw(1, 3, Held.of(Held.Kind.OUTAGES)))))
        .isCloseTo(10, within(1e-9));
  }

  /**
   * A recorded outage happens once: its length and half of each running activity's time are lost.
   */
  @Test
  void draw_recordedOutage_happensOnceAndHitsAllThatRun() {
    Dag two = Dag.of(2, new int[0], new int[0]);
    OutageHistory outages =
        new OutageHistory(500, List.of(new Outage("x", 2, 1, OptionalDouble.of(5))));
    Conditions once =
        conditions(outages, run(SlotHistory.of(2), new Delays(List.of(), List.of())))
            .withRecordedOutages();
    OpenWork work = work(2, of(10, 0, 0, 0), 0);
    double[] times = all(simulation(two, new Progress(two), work, once).draw(512, 3, Held.NOTHING));

    assertThat(Arrays.stream(times).boxed()).allMatch(t -> t >= 15 && t <= 25);
    assertThat(mean(times)).isCloseTo(20, within(0.2));
  }

  /** An activity that is already running loses its elapsed time, too. */
  @Test
  void draw_outageWhileOneRuns_losesWhatItDid() {
    Dag one = Dag.of(1, new int[0], new int[0]);
    Progress progress = new Progress(one);
    progress.start(0, 0);
    OpenWork work = work(1, of(10, 0, 0, 0), 0);
    work.elapsed[0] = 8;
    work.scale[0] = 1e-9;
    OutageHistory outages =
        new OutageHistory(500, List.of(new Outage("x", 2, 1, OptionalDouble.of(5))));
    Conditions once =
        conditions(outages, run(SlotHistory.of(1), new Delays(List.of(), List.of())))
            .withRecordedOutages();

    assertThat(mean(all(simulation(one, progress, work, once).draw(512, 3, Held.NOTHING))))
        .isCloseTo(1 + 5 + 10, within(0.1));
  }
}
