package io.flowgauge.model.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.run.HostLoad;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoadHistoryTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long EPOCH = 1_750_000_000L * SECOND;

  private final Recorder recorder = new Recorder("run");

  private static HostLoad load(String host, long second, double value) {
    long begin = EPOCH + second * SECOND;
    return HostLoad.of(host, "cpu-busy", "ratio", begin, begin + SECOND, value);
  }

  @Test
  void hostLoads_fewInAnyOrder_areKeptAsTheyCame() {
    recorder.hostLoad(load("b", 1, .3));
    recorder.hostLoad(load("a", 1, .5));
    recorder.hostLoad(load("b", 0, .1));
    assertThat(recorder.snapshot().hostLoads())
        .containsExactly(load("b", 0, .1), load("b", 1, .3), load("a", 1, .5));
  }

  /** A week of one sample a second, compared with sums over all samples. */
  @Test
  void hostLoads_ofAWeek_areFewAndKeepLeastMeanAndMost() {
    int week = (int) Duration.ofDays(7).toSeconds();
    Random random = new Random(7);
    double sum = 0;
    for (int k = 0; k < week; k++) {
      double value = k == 400_000 ? 7 : random.nextDouble();
      sum += value;
      recorder.hostLoad(load("a", k, value));
    }
    List<HostLoad> loads = recorder.snapshot().hostLoads();
    assertThat(loads).hasSizeBetween(256, 512);
    assertThat(loads.get(0).beginNanos()).isEqualTo(EPOCH);
    double kept = 0;
    long end = EPOCH;
    for (HostLoad load : loads) {
      assertThat(load.beginNanos()).isEqualTo(end);
      end = load.endNanos();
      kept += load.mean() * (end - load.beginNanos()) / SECOND;
      long peak = EPOCH + 400_000 * SECOND;
      boolean hasPeak = load.beginNanos() <= peak && peak < end;
      assertThat(load.most()).isBetween(hasPeak ? 7 : .9, hasPeak ? 7 : 1.0);
      assertThat(load.least()).isBetween(0.0, .1);
    }
    assertThat(end).isEqualTo(EPOCH + week * SECOND);
    assertThat(kept).isCloseTo(sum, within(1e-6));
  }

  @Test
  void hostLoads_inAnyOrder_areTheSameIntervals() {
    List<HostLoad> all =
        new ArrayList<>(IntStream.range(0, 3_000).mapToObj(k -> load("a", k, k % 7)).toList());
    all.forEach(recorder::hostLoad);
    Recorder other = new Recorder("run");
    Collections.shuffle(all, new Random(3));
    all.forEach(other::hostLoad);
    List<HostLoad> expected = recorder.snapshot().hostLoads();
    List<HostLoad> found = other.snapshot().hostLoads();
    assertThat(found).hasSameSizeAs(expected);
    for (int k = 0; k < found.size(); k++) {
      assertThat(found.get(k).beginNanos()).isEqualTo(expected.get(k).beginNanos());
      assertThat(found.get(k).endNanos()).isEqualTo(expected.get(k).endNanos());
      assertThat(found.get(k).mean()).isCloseTo(expected.get(k).mean(), within(1e-12));
    }
  }

  @Test
  void hostLoads_recordedAgain_stayTheSame() {
    IntStream.range(0, 2_000).forEach(k -> recorder.hostLoad(load("a", k, k % 7 / 10.0)));
    List<HostLoad> loads = recorder.snapshot().hostLoads();
    Recorder again = new Recorder("run");
    loads.forEach(again::hostLoad);
    assertThat(again.snapshot().hostLoads()).isEqualTo(loads);
  }

  @Test
  void snapshot_ofAMoment_leavesOutLaterLoads() {
    IntStream.range(0, 10).forEach(k -> recorder.hostLoad(load("a", k, .5)));
    assertThat(recorder.snapshot(Instant.ofEpochSecond(EPOCH / SECOND + 4)).hostLoads()).hasSize(4);
  }

  @Test
  void hostLoad_unusable_isLeftOutAndReported() {
    recorder.hostLoad(null);
    recorder.hostLoad(HostLoad.of("a", "x", "", Long.MIN_VALUE, 0, 1));
    assertThat(recorder.snapshot().hostLoads()).isEmpty();
    assertThat(recorder.snapshot().diagnostics()).hasSize(2);
  }
}
