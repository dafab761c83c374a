package io.flowgauge.traces.slurm;

import java.util.Map;
import java.util.Optional;

/** What is recorded of one job. */
@FunctionalInterface
interface RecordValues {

  /** The first value of a field that says something. */
  Optional<String> get(JobField field);

  /**
   * The same where it is a local time as Slurm writes it, without making a text of it: nanoseconds,
   * or {@link JobRecord#ABSENT} where {@link #get} has to say what else it is.
   */
  default long date(JobField field) {
    return JobRecord.ABSENT;
  }

  /** Those of a record that has them by name. */
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
