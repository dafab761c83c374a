package io.flowgauge.traces.slurm;

import io.flowgauge.model.core.IdIndex;
import io.flowgauge.traces.table.PackedRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The first record of each job in compact form, by numbers of the jobs in the order of their
 * records. Most jobs have no further record, and there may be millions. Not thread-safe.
 */
final class PackedRecords {
  private static final SlurmJobState[] STATES = SlurmJobState.values();

  private final IdIndex ids = new IdIndex();
  private final PackedRows rows = new PackedRows();

  /** Attributes of the jobs, shared with their activities. */
  private final List<Map<String, String>> more = new ArrayList<>();

  /** Returns the number of jobs. */
  int size() {
    return rows.size();
  }

  /** Returns the number of the job with an id, or {@link IdIndex#NONE}. */
  int number(String id) {
    return ids.of(id);
  }

  /** Adds the record of a job if it is its first; returns the number of the job in any case. */
  @SuppressWarnings("EnumOrdinal") // Ordinals are kept in memory only.
  int add(JobRecord record) {
    int job = ids.index(record.id());
    if (job < size()) {
      return job;
    }
    more.add(record.attributes());
    rows.number(record.submit())
        .text(record.dependency())
        .text(record.name())
        .text(record.rawId().equals(record.id()) ? "" : record.rawId())
        .number(record.state().ordinal())
        .number(record.eligible() - record.submit())
        .number(record.start() - record.submit())
        .number(record.end() - record.start())
        .number(record.suspended())
        .text(record.nodes())
        .number(record.cpus())
        .text(record.reason())
        .end();
    return job;
  }

  /** Returns when a job was submitted, or {@link JobRecord#ABSENT}. */
  long submit(int job) {
    return rows.row(job).number();
  }

  /** Returns the jobs that a job waited for. */
  String dependency(int job) {
    PackedRows.Row row = rows.row(job);
    row.number();
    return row.text();
  }

  /** Returns the name of a job. */
  String name(int job) {
    PackedRows.Row row = rows.row(job);
    row.number();
    row.text();
    return row.text();
  }

  /** Rebuilds the record of a job. */
  JobRecord get(int job) {
    PackedRows.Row row = rows.row(job);
    String id = ids.id(job);
    long submit = row.number();
    String dependency = row.text();
    String name = row.text();
    String rawId = row.text();
    SlurmJobState state = STATES[(int) row.number()];
    long eligible = submit + row.number();
    long start = submit + row.number();
    return new JobRecord(
        id,
        rawId.isEmpty() ? id : rawId,
        name,
        state,
        submit,
        eligible,
        start,
        start + row.number(),
        row.number(),
        row.text(),
        (int) row.number(),
        row.text(),
        dependency,
        more.get(job));
  }
}
