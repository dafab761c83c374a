package io.flowgauge.traces.slurm;

import java.util.Map;
import java.util.Optional;

/** The values recorded for one job. */
@FunctionalInterface
interface RecordValues {

  /** Returns the first value of a field that is not absent. */
  Optional<String> get(JobField field);

  /**
   * Returns a field that is a local time in Slurm's notation, without creating a text: nanoseconds,
   * or {@link JobRecord#ABSENT} if {@link #get} must be used instead.
   */
  default long date(JobField field) {
    return JobRecord.ABSENT;
  }

  /** Returns the values of a record that has them by name. */
  static RecordValues of(Map<String, String> values) {
    return field -> {
      for (String name : field.names()) {
        Optional<String> value = SlurmText.present(values.getOrDefault(name, ""));
        if (value.isPresent()) {
          return value;
        }
      }
      return Optional.empty();
    };
  }
}
