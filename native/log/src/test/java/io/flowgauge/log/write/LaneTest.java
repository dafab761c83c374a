package io.flowgauge.log.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.ring.RingMemory;
import org.junit.jupiter.api.Test;

class LaneTest {
  private static final int CAPACITY = 1 << 18;

  private int woken;
  private final Lane lane = lane(Thread.currentThread(), () -> woken++);

  private static Lane lane(Thread owner, Runnable wake) {
    StreamIdentity who = Origin.ofThisProcess().identity(owner);
    return new Lane(owner, RingMemory.allocate(CAPACITY), new Lane.Source(0, who), false, wake);
  }

  private boolean log(int bytes) {
    if (!lane.begin(0, 1, bytes, 0)) {
      return false;
    }
    lane.commit();
    return true;
  }

  private int fill(int bytes) {
    int logged = 0;
    while (log(bytes)) {
      logged++;
    }
    return logged;
  }

  @Test
  void begin_withoutCommit_leavesNothing() {
    assertThat(lane.begin(0, 1, 8, 0)).isTrue();

    assertThat(lane.tail()).isZero();
  }

  @Test
  void begin_fullRing_dropsAndCounts() {
    int logged = fill(100);
    assertThat(log(100)).isFalse();

    assertThat(lane.dropped()).isEqualTo(2);
    assertThat(lane.tail()).isGreaterThanOrEqualTo(logged * 103L).isLessThan(CAPACITY);
  }

  @Test
  void begin_afterRoomWasGivenBack_goesOnAtTheStart() {
    fill(1000);
    lane.free(lane.tail());

    assertThat(log(1000)).isTrue();
    assertThat(lane.tail()).isGreaterThan(CAPACITY);
    assertThat(lane.dropped()).isEqualTo(1);
  }

  @Test
  void begin_eighthOfTheRingWritten_wakesTheDrainer() {
    log(8);
    int before = woken;
    for (int k = 0; k < CAPACITY / 16 / 103; k++) {
      log(100);
    }
    assertThat(woken).isEqualTo(before);

    for (int k = 0; k < CAPACITY / 8 / 103; k++) {
      log(100);
    }
    assertThat(woken).isEqualTo(before + 1);
  }

  @Test
  void begin_tooLong_dropsAndCounts() {
    assertThat(lane.begin(0, 1, 0, Lane.TOO_LONG)).isFalse();

    assertThat(lane.dropped()).isEqualTo(1);
    assertThat(lane.tail()).isZero();
  }

  @Test
  void acquire_sharedLane_isForOneAtATime() {
    Lane shared = lane(null, () -> {});

    assertThat(shared.acquire()).isTrue();
    assertThat(shared.acquire()).isFalse();
    assertThat(shared.begin(0, 1, 8, 0)).isTrue();
    shared.commit();
    assertThat(shared.acquire()).isTrue();
    assertThat(shared.begin(0, 1, 0, Lane.TOO_LONG)).isFalse();
    assertThat(shared.acquire()).isTrue();
  }
}
