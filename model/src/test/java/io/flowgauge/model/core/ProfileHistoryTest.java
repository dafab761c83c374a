package io.flowgauge.model.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.CodeProfile.CodeRegion;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ProfileHistoryTest {
  private final ProfileHistory history = new ProfileHistory();

  private static CodeProfile profile(long time, long calls) {
    return new CodeProfile(
        time, List.of(new CodeRegion("program:f", "", calls, calls, calls, 0)), List.of());
  }

  private List<Long> moments() {
    return history.copy().stream().map(CodeProfile::epochNanos).toList();
  }

  @Test
  void add_inAnyOrder_keepsThemInOrderOfTime() {
    history.add(profile(10, 1));
    history.add(profile(30, 3));
    history.add(profile(20, 2));
    history.add(profile(30, 4));
    assertThat(history.copy()).containsExactly(profile(10, 1), profile(20, 2), profile(30, 4));
  }

  @Test
  void add_numbersFall_forgetsTheEarlierAttempt() {
    history.add(profile(10, 5));
    history.add(profile(20, 9));
    history.add(profile(30, 1));
    assertThat(history.copy()).containsExactly(profile(30, 1));
    history.add(profile(15, 7));
    assertThat(history.copy()).containsExactly(profile(30, 1));
  }

  @Test
  void add_many_keepsFirstAndLastAndMoreOfTheNew() {
    for (long time = 0; time < 10_000; time++) {
      history.add(profile(time, time));
    }
    List<Long> kept = moments();
    assertThat(kept).hasSizeBetween(32, 64).contains(0L, 9_999L).isSorted();
    long late = kept.stream().filter(time -> time >= 5_000).count();
    assertThat(late).isGreaterThan(kept.size() - late);
  }

  @Test
  void add_largeProfiles_keepsFewOfThem() {
    List<CodeRegion> many =
        LongStream.range(0, 15_000)
            .mapToObj(k -> new CodeRegion("program:f" + k, "", 1, 1, 1, 0))
            .toList();
    for (long time = 0; time < 20; time++) {
      history.add(new CodeProfile(time, many, Collections.emptyList()));
    }
    assertThat(moments()).containsExactly(0L, 19L);
  }
}
