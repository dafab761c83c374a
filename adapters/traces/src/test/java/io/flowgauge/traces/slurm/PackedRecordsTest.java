package io.flowgauge.traces.slurm;

import static io.flowgauge.traces.slurm.JobRecord.ABSENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PackedRecordsTest {
  private static final JobRecord WHOLE =
      new JobRecord(
          "43_7",
          "50",
          "align",
          SlurmJobState.COMPLETED,
          1_795_170_000_111_000_000L,
          1_795_170_001_000_000_000L,
          1_795_170_002_000_000_000L,
          1_795_170_003_000_000_000L,
          5,
          "n[1-3]",
          8,
          "Priority",
          "afterok:42",
          Map.of("queue", "long"));

  private static final JobRecord BARE =
      new JobRecord(
          "44",
          "44",
          "44",
          SlurmJobState.UNKNOWN,
          ABSENT,
          ABSENT,
          3,
          ABSENT,
          0,
          "",
          0,
          "",
          "",
          Map.of());

  @Test
  void get_recordsWithAllAndWithNothing_equalThoseAdded() {
    PackedRecords packed = new PackedRecords();
    List<JobRecord> all = List.of(WHOLE, BARE);

    all.forEach(packed::add);

    for (int job = 0; job < packed.size(); job++) {
      JobRecord record = all.get(job);
      assertThat(packed.number(record.id())).isEqualTo(job);
      assertThat(packed.get(job)).isEqualTo(record);
      assertThat(packed.name(job)).isEqualTo(record.name());
      assertThat(packed.submit(job)).isEqualTo(record.submit());
      assertThat(packed.dependency(job)).isEqualTo(record.dependency());
    }
  }
}
