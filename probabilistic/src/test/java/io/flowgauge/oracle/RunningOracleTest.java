package io.flowgauge.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.RunningChain;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Running chains against rejection sampling: times are drawn until they exceed the time already
 * elapsed.
 */
class RunningOracleTest {
  private static final double SIGMAS = 5;
  private static final int SAMPLES = 20_000;
  private static final int SEGMENTS = 4;
  private static final List<Timed> SERVICES =
      List.of(Timed.lognormal(60, 50), Timed.weibull(1.4, 40), Timed.erlang(3, 20));

  private record Event(int segment, double seconds) {}

  /** The times that one run draws, and the end of each service for each segment. */
  private static final class Fate {
    private final Mode mode;
    private final double[][] ends;

    Fate(Mode mode, double[][] ends) {
      this.mode = mode;
      this.ends = ends;
    }

    static Fate drawn(Mode mode, SplittableRandom random) {
      double[][] ends = new double[SEGMENTS][SERVICES.size()];
      double all = 0;
      for (int i = 0; i < SERVICES.size(); i++) {
        double last = all;
        for (int j = 0; j < SEGMENTS; j++) {
          double start = mode == Mode.DP ? all : i == 0 ? 0 : ends[j][i - 1];
          ends[j][i] = start + SERVICES.get(i).next(random);
          last = Math.max(last, ends[j][i]);
        }
        all = last;
      }
      return new Fate(mode, ends);
    }

    double end() {
      double end = 0;
      for (double[] segment : ends) {
        end = Math.max(end, segment[SERVICES.size() - 1]);
      }
      return end;
    }

    RunningChain at(double now) {
      RunningChain run =
          RunningChain.of(mode, SEGMENTS, SERVICES.stream().map(Timed::law).toList());
      List<Event> events = new ArrayList<>();
      for (int j = 0; j < SEGMENTS; j++) {
        for (double end : ends[j]) {
          events.add(new Event(j, end));
        }
      }
      events.sort(Comparator.comparingDouble(Event::seconds));
      events.stream()
          .filter(e -> e.seconds() <= now)
          .forEach(e -> run.finished(e.segment(), e.seconds()));
      return run;
    }

    /** Returns the end of another run that is the same up to now. */
    double redrawnEnd(double now, SplittableRandom random) {
      double all = 0;
      double[] end = new double[SEGMENTS];
      for (int i = 0; i < SERVICES.size(); i++) {
        double last = 0;
        for (int j = 0; j < SEGMENTS; j++) {
          double start = mode == Mode.DP ? all : end[j];
          end[j] = ends[j][i] <= now ? ends[j][i] : start + longerThan(i, now - start, random);
          last = Math.max(last, end[j]);
        }
        all = last;
      }
      return all;
    }

    private static double longerThan(int service, double elapsed, SplittableRandom random) {
      double time;
      do {
        time = SERVICES.get(service).next(random);
      } while (time <= elapsed);
      return time;
    }
  }

  @RepeatedTest(4)
  void remaining_dsp_agreesWithRejectionSampling(RepetitionInfo repetition) {
    agree(Mode.DSP, repetition.getCurrentRepetition());
  }

  @RepeatedTest(4)
  void remaining_dp_agreesWithRejectionSampling(RepetitionInfo repetition) {
    agree(Mode.DP, 10 + repetition.getCurrentRepetition());
  }

  private static void agree(Mode mode, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Fate fate = Fate.drawn(mode, random);
    double now = fate.end() * (0.1 + 0.7 * random.nextDouble());
    Forecast remaining = fate.at(now).remaining(now);
    Sample sample = Sample.of(SAMPLES, seed, r -> fate.redrawnEnd(now, r) - now);
    assertThat(remaining.mean()).isCloseTo(sample.mean(), within(SIGMAS * sample.meanError()));
    assertThat(remaining.sd()).isCloseTo(sample.sd(), within(SIGMAS * sample.sdError()));
    for (double p : new double[] {0.1, 0.5, 0.95}) {
      assertThat(sample.cdf(remaining.quantile(p)))
          .isCloseTo(p, within(SIGMAS * sample.fractionError(p)));
      assertThat(fate.at(now).probabilityWithin(now + remaining.quantile(p), now))
          .isCloseTo(p, within(0.002));
    }
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void events_ofDifferentSegmentsInAnyOrder_giveTheSameForecast(Mode mode) {
    Fate fate = Fate.drawn(mode, new SplittableRandom(3));
    double now = 0;
    for (double[] ends : fate.ends) {
      now = Math.max(now, ends[0]);
    }
    RunningChain forwards = RunningChain.of(mode, SEGMENTS, laws());
    RunningChain backwards = RunningChain.of(mode, SEGMENTS, laws());
    for (int j = 0; j < SEGMENTS; j++) {
      forwards.finished(j, fate.ends[j][0]);
      int other = SEGMENTS - 1 - j;
      backwards.finished(other, fate.ends[other][0]);
    }
    double expected = forwards.remaining(now).mean();
    assertThat(backwards.remaining(now).mean()).isCloseTo(expected, within(1e-9 * expected));
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void illegalEvents_leaveTheRunAsItWas(Mode mode) {
    RunningChain run = RunningChain.of(mode, SEGMENTS, laws());
    run.finished(0, 20);
    double before = run.remaining(25).mean();
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1}) {
      assertThatThrownBy(() -> run.finished(1, bad)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> run.started(1, bad)).isInstanceOf(IllegalArgumentException.class);
    }
    for (int bad : new int[] {-1, SEGMENTS}) {
      assertThatThrownBy(() -> run.finished(bad, 22))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("segment");
    }
    assertThatThrownBy(() -> run.remaining(19)).isInstanceOf(IllegalArgumentException.class);
    assertThat(run.remaining(25).mean()).isEqualTo(before);
    assertThat(run.unfinishedSegments()).isEqualTo(SEGMENTS);
  }

  /** Exponential times are memoryless. */
  @Test
  void remaining_exponentialTimes_doesNotDependOnTheClock() {
    RunningChain run = RunningChain.of(Mode.DSP, 5, List.of(Law.exponential(30)));
    double harmonic = 1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0 + 1 / 5.0;
    assertThat(run.remaining(0).mean()).isCloseTo(30 * harmonic, within(1e-6));
    assertThat(run.remaining(200).mean()).isCloseTo(30 * harmonic, within(1e-6));
  }

  private static List<Law> laws() {
    return SERVICES.stream().map(Timed::law).toList();
  }
}
