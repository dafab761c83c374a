package io.flowgauge.learning.forecast;

import io.flowgauge.learning.reading.Outage;
import io.flowgauge.learning.reading.SlotHistory;
import io.flowgauge.learning.service.LogTime;
import io.flowgauge.learning.service.Student;
import io.flowgauge.probabilistic.slots.RunningSchedule;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Simulates what is left of a run. A deviation shared by all activities of a run, or by all of a
 * type, is drawn once for each simulated run, so that such deviations do not cancel out. Immutable
 * and thread-safe.
 */
final class RestSimulation {
  /**
   * Number of parts into which simulated runs are split, to estimate the errors of their
   * statistics.
   */
  static final int REPLICATES = 16;

  /** Largest shared deviation of a type, in standard deviations. */
  private static final double MOST_OF_TYPE = 2;

  /** The largest deviation of what is not explained. */
  private static final double MOST_UNEXPLAINED = 4;

  /** How far an activity that runs for longer than expected may go beyond the usual bound. */
  private static final double BEYOND = 0.5;

  private static final double LEAST = 1e-6;

  /** Largest number of failures of one activity; an engine gives up before more. */
  private static final int MOST_FAILURES = 3;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private final Schedules schedules;
  private final OpenWork work;
  private final Conditions conditions;
  private final Unexplained unexplained;
  private final int[] open;

  RestSimulation(
      Schedules schedules,
      OpenWork work,
      Conditions conditions,
      Unexplained unexplained,
      int... open) {
    this.schedules = schedules;
    this.work = work;
    this.conditions = conditions;
    this.unexplained = unexplained;
    this.open = open;
  }

  /** Types of the activities, by their numbers. */
  List<String> types() {
    return work.types;
  }

  /** Returns the simulation as if one more run were known. */
  RestSimulation afterOneMoreRun() {
    return new RestSimulation(schedules, work.afterOneMoreRun(open), conditions, unexplained, open);
  }

  /**
   * Simulates runs.
   *
   * @param count number of runs in each replicate
   * @param held the source that does not vary
   * @return remaining times by replicate: seconds
   */
  double[][] draw(int count, long seed, Held held) {
    return IntStream.range(0, REPLICATES)
        .parallel()
        .mapToObj(k -> draw(count, k, new SplittableRandom(seed * REPLICATES + k), held))
        .toArray(double[][]::new);
  }

  private double[] draw(int count, int replicate, SplittableRandom random, Held held) {
    Draw draw = new Draw(random, held);
    double[] makespans = new double[count];
    // The deviation of the whole run matters most, so its draws are spread evenly.
    double[] places = IntStream.range(0, count).mapToDouble(k -> k).toArray();
    shuffle(places, random);
    SlotHistory slots = conditions.runs().median().slots();
    RunningSchedule schedule = schedules.on(slots);
    for (int k = 0; k < count; k++) {
      LikeRun like = conditions.runs().at((k + (replicate + 0.5) / REPLICATES) / count);
      if (!held.is(Held.Kind.SLOTS) && !like.slots().equals(slots)) {
        slots = like.slots();
        schedule = schedules.on(slots);
      }
      draw.next((places[k] + random.nextDouble()) / count, like);
      makespans[k] = draw.recorded(draw.withOutages(schedule));
    }
    return makespans;
  }

  private static void shuffle(double[] values, SplittableRandom random) {
    for (int k = values.length - 1; k > 0; k--) {
      int other = random.nextInt(k + 1);
      double value = values[k];
      values[k] = values[other];
      values[other] = value;
    }
  }

  /** The times of simulated runs, one after another. */
  private final class Draw implements RunningSchedule.Times {
    private final SplittableRandom random;

    /** Random numbers for failures only, so that the number of draws does not change the others. */
    private final SplittableRandom failureRandom;

    private final Held held;
    private final double[] times;

    /**
     * Times from the end of an activity until the engine knows of it: its slot is free meanwhile.
     */
    private final double[] endDelays;

    /** When activities started again after an outage; negative if they did not. */
    private final double[] again;

    /** Shared deviations of types, in their standard deviations. */
    private final double[] shared;

    /** Shared deviation of the whole run. */
    private double deviation;

    /** The earlier run that this one resembles. */
    private LikeRun like = conditions.runs().median();

    Draw(SplittableRandom random, Held held) {
      this.random = random;
      failureRandom = random.split();
      this.held = held;
      times = new double[work.mean.length];
      endDelays = new double[times.length];
      again = new double[times.length];
      shared = new double[work.types.size()];
    }

    /**
     * Draws the times of a run.
     *
     * @param place quantile of the deviation of the whole run, in (0, 1)
     * @param run the earlier run that it resembles
     */
    void next(double place, LikeRun run) {
      like = held.is(Held.Kind.DELAYS) ? like : run;
      deviation = held.is(Held.Kind.RUN) ? 0 : BoundedStudent.quantile(place);
      for (int k = 0; k < shared.length; k++) {
        double normal = NORMAL.inverseCumulativeProbability(1 - random.nextDouble());
        double own = Math.max(-MOST_OF_TYPE, Math.min(MOST_OF_TYPE, normal));
        shared[k] = held.type() == k ? 0 : own;
      }
      for (int v : open) {
        times[v] = work.elapsed[v] >= 0 ? drawRemaining(v) : drawWhole(v);
      }
    }

    private double drawWhole(int v) {
      double drawn = random.nextDouble();
      double own = held.type() == work.type[v] ? 0 : BoundedStudent.quantile(drawn);
      double service = seconds(v, own);
      double delay = drawDelay(like.starts());
      endDelays[v] = drawDelay(like.ends());
      return service + delay + drawFailedTime(v, service, delay + endDelays[v]);
    }

    private double drawDelay(Sample delays) {
      double sampled = delays.at(random.nextDouble());
      return held.is(Held.Kind.DELAYS) ? delays.median() : sampled;
    }

    /** Draws the time that failed attempts add. */
    private double drawFailedTime(int v, double service, double delay) {
      double time = 0;
      if (held.is(Held.Kind.FAILURES)) {
        return time;
      }
      for (int k = 0; k < MOST_FAILURES && failureRandom.nextDouble() < work.failure[v]; k++) {
        time += delay + service * conditions.failedLengths().at(failureRandom.nextDouble());
      }
      return time;
    }

    private double drawRemaining(int v) {
      double elapsed = work.elapsed[v];
      double passed = (LogTime.of(elapsed) - logCentre(v)) / work.scale[v];
      double below = Math.min(1 - LEAST, Math.max(LEAST, BoundedStudent.cdf(passed)));
      double drawn = random.nextDouble();
      double place = held.type() == work.type[v] ? 0.5 : drawn;
      endDelays[v] = drawDelay(like.ends());
      double p = Math.min(1 - LEAST, below + (1 - below) * place);
      double most = Math.max(BoundedStudent.MOST, Student.quantile(below) + BEYOND);
      return Math.max(0, seconds(v, Math.min(Student.quantile(p), most)) - elapsed);
    }

    /** Centre of the log time of an activity in this run. */
    private double logCentre(int v) {
      return work.mean[v] + work.runSd[v] * deviation + work.typeSd[v] * shared[work.type[v]];
    }

    private double seconds(int v, double own) {
      return LogTime.seconds(logCentre(v) + work.scale[v] * own);
    }

    /** Returns the makespan, including the time that outages add. */
    double withOutages(RunningSchedule schedule) {
      double makespan = schedule.makespan(this);
      if (held.is(Held.Kind.OUTAGES)) {
        return makespan;
      }
      Outages outages = conditions.outages();
      Arrays.fill(again, -1);
      double begin = outages.next(0, makespan, 0, failureRandom);
      for (int hit = 1; begin < makespan; hit++) {
        double seconds = interrupt(schedule, begin, outages.any(failureRandom));
        // Activities that began before the outage stay as they were, because the schedule is the
        // same until then.
        makespan = schedule.makespan(this);
        begin = outages.next(begin + seconds, makespan, hit, failureRandom);
      }
      return makespan;
    }

    /** Restarts some of the running activities after an outage. */
    private double interrupt(RunningSchedule schedule, double begin, Outage outage) {
      double seconds = outage.seconds().orElse(0);
      for (int v : open) {
        double end = schedule.endOf(v);
        boolean runs = end - times[v] <= begin && begin < end;
        if (runs && failureRandom.nextDouble() < outage.share()) {
          double first = end - times[v] - Math.max(0, work.elapsed[v]);
          times[v] += begin - (again[v] < 0 ? first : again[v]) + seconds;
          again[v] = begin + seconds;
        }
      }
      return seconds;
    }

    double recorded(double simulated) {
      double drawn = Student.quantile(LEAST + (1 - 2 * LEAST) * random.nextDouble());
      double deviation = Math.max(-MOST_UNEXPLAINED, Math.min(MOST_UNEXPLAINED, drawn));
      return unexplained.recorded(simulated, held.is(Held.Kind.UNEXPLAINED) ? 0 : deviation);
    }

    @Override
    public double of(int job, int pool) {
      return times[job];
    }

    @Override
    public double rest(int job) {
      return times[job];
    }

    @Override
    public double lag(int job) {
      return endDelays[job];
    }
  }
}
