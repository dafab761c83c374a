package io.flowgauge.probabilistic.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.run.Attempt;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoadProfileTest {
  private static final Attempt ANY =
      new Attempt(
          1,
          Optional.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          Optional.empty());

  private static Hold hold(long ready, long active, long ended) {
    return new Hold(0, ANY, ready, active, ended);
  }

  @Test
  void of_nothing_isEmpty() {
    LoadProfile profile = LoadProfile.of(List.of());
    assertThat(profile.most()).isZero();
    assertThat(profile.level(0.95)).isZero();
    assertThat(profile.backlogShare()).isZero();
  }

  @Test
  void level_ofATenthOfOverlaps_isFoundByItsPart() {
    LoadProfile profile = LoadProfile.of(List.of(hold(0, 0, 10), hold(0, 9, 20), hold(0, 10, 20)));
    assertThat(profile.most()).isEqualTo(2);
    assertThat(profile.backlogShare()).isEqualTo(0.5);
    assertThat(profile.level(0.9)).isEqualTo(1);
    assertThat(profile.level(0.95)).isEqualTo(2);
  }

  /** Compares the sweep with an evaluation at every moment. */
  @Test
  void level_anyAttempts_isThatOfEveryMoment() {
    Random random = new Random(7);
    for (int round = 0; round < 300; round++) {
      List<Hold> holds =
          IntStream.range(0, 1 + random.nextInt(12)).mapToObj(k -> any(random)).toList();
      long begin = holds.stream().mapToLong(Hold::ready).min().orElseThrow();
      long end = holds.stream().mapToLong(Hold::ended).max().orElseThrow();
      int[] levels =
          IntStream.range((int) begin, (int) end)
              .filter(t -> holds.stream().anyMatch(h -> h.ready() <= t && t < h.active()))
              .map(t -> active(holds, t))
              .sorted()
              .toArray();
      LoadProfile profile = LoadProfile.of(holds);
      assertThat(profile.backlogShare())
          .isCloseTo((double) levels.length / Math.max(1, end - begin), within(1e-12));
      if (levels.length > 0) {
        int expected = levels[(int) Math.ceil(0.95 * levels.length) - 1];
        assertThat(profile.level(0.95)).as(Arrays.toString(levels)).isEqualTo(expected);
      }
    }
  }

  private static Hold any(Random random) {
    long ready = random.nextInt(30);
    long active = ready + random.nextInt(20);
    return hold(ready, active, active + random.nextInt(20));
  }

  private static int active(List<Hold> holds, long moment) {
    return (int) holds.stream().filter(h -> h.active() <= moment && moment < h.ended()).count();
  }
}
