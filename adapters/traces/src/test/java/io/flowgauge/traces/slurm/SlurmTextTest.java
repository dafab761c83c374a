package io.flowgauge.traces.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.trace.Times;
import io.flowgauge.traces.table.WrittenTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmTextTest {

  @ParameterizedTest
  @CsvSource({
    "00:00:00, 0",
    "00:01:40, 100",
    "1-00:00:01, 86401",
    "100:00:00, 360000",
    "02:03, 123",
    "00:01.167, 1.167",
    "3-04:05:06.789012, 273906.789012"
  })
  void duration_documentedForms_inSeconds(String text, double seconds) {
    assertThat(SlurmText.duration(text)).hasValue(Times.nanos(seconds));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Unknown", "5", "1:2:3:4", "-00:00:01", "99999999999999999999:00:00"})
  void duration_otherText_isEmpty(String text) {
    assertThat(SlurmText.duration(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-20T11:04:31, 1795172671000000000, false",
    "2026-11-20T11:04:31.087, 1795172671087000000, false",
    "2026-11-20T13:04:31+02:00, 1795172671000000000, true",
    "2026-11-20T13:04:31+0200, 1795172671000000000, true",
    "1795172671, 1795172671000000000, true"
  })
  void time_documentedForms_nanosAndZone(String text, long nanos, boolean zoned) {
    assertThat(SlurmText.time(text)).contains(new WrittenTime(nanos, zoned));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "Unknown", "11:04:31", "2026-13-20T11:04:31", "+999999999-01-01T00:00"})
  void time_otherText_isEmpty(String text) {
    assertThat(SlurmText.time(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "Unknown", "None", "(null)", "N/A", "None assigned"})
  void present_whatSlurmWritesForNothing_isEmpty(String text) {
    assertThat(SlurmText.present(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "COMPLETED, COMPLETED",
    "CANCELLED by 1000, CANCELLED",
    "CANCELLED+, CANCELLED",
    "NODE_FAIL, NODE_FAIL",
    "LAUNCH_FAILED, LAUNCH_FAILED",
    "out_of_memory, OUT_OF_MEMORY",
    "FINISHED, UNKNOWN"
  })
  void parse_state_knownOrUnknown(String text, SlurmJobState state) {
    assertThat(SlurmJobState.parse(text)).isEqualTo(state);
  }

  @Test
  void expand_rangesWithZeros_areNames() {
    assertThat(HostList.expand("a1,b[1-2,07-09],c[3]-ib"))
        .containsExactly("a1", "b1", "b2", "b07", "b08", "b09", "c3-ib");
  }

  @Test
  void expand_tooManyOrNoList_isOneName() {
    assertThat(HostList.expand("n[1-999999999]")).isEqualTo(List.of("n[1-999999999]"));
    assertThat(HostList.expand("[[[")).isEqualTo(List.of("[[["));
  }

  @ParameterizedTest
  @CsvSource({
    "lapw1_3_k4, lapw1",
    "fermi_1, fermi",
    "nf-RENDER_(orrery_2), nf-RENDER",
    "align.12, align",
    "sample-7b, sample-7b",
    "42, 42",
    "_1, _1"
  })
  void type_ofName_isWithoutNumbersAtItsEnd(String name, String type) {
    assertThat(JobNames.type(name)).isEqualTo(type);
  }
}
