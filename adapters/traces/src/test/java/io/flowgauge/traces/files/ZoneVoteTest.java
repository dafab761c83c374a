package io.flowgauge.traces.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.trace.Times;
import org.junit.jupiter.api.Test;

class ZoneVoteTest {

  @Test
  void offset_submissionsOfOneZone_isFound() {
    ZoneVote zone = new ZoneVote();
    long hour = 3600 * Times.NANOS_PER_SECOND;
    zone.add(2 * hour, 0);
    zone.add(2 * hour + Times.NANOS_PER_SECOND, 2 * Times.NANOS_PER_SECOND);
    zone.add(7 * hour, 0); // Submitted again, hours later.
    assertThat(zone.offset()).hasValue(2 * hour);
    assertThat(ZoneVote.shown(-5 * hour / 2)).isEqualTo("-02:30");
  }

  @Test
  void offset_submissionsThatDisagree_isEmpty() {
    ZoneVote zone = new ZoneVote();
    zone.add(0, 0);
    zone.add(3600 * Times.NANOS_PER_SECOND, 0);
    assertThat(zone.offset()).isEmpty();
    assertThat(new ZoneVote().offset()).isEmpty();
  }
}
