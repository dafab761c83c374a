package io.flowgauge.traces.slurm;

import io.flowgauge.internal.AttributeMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * One attempt of a job, from its submission or requeueing to its end. Times are nanoseconds since
 * 1970-01-01T00:00:00 in the zone of the cluster, {@link #ABSENT} if Slurm does not state them.
 * Immutable and thread-safe.
 *
 * @param id id of the job, such as {@code 43}, {@code 43_7} in an array, or {@code 43+1} in a
 *     heterogeneous job
 * @param rawId Slurm's number for it, or its id
 * @param name name of the job, or its id
 * @param state its last known state
 * @param submit when it entered the queue
 * @param eligible when nothing but a lack of nodes kept it from running
 * @param start when it got its nodes
 * @param end when it ended
 * @param suspended total time for which it was suspended, in nanoseconds
 * @param nodes names of its nodes; empty if unknown
 * @param cpus number of processors it had or requested; 0 if unknown
 * @param reason Slurm's reason why it waited; empty if unknown
 * @param dependency jobs it waited for, as written by Slurm or in its submission; may be empty
 * @param attributes attributes of the activity if the job ends with this attempt, as given to
 *     {@link #with}
 */
record JobRecord(
    String id,
    String rawId,
    String name,
    SlurmJobState state,
    long submit,
    long eligible,
    long start,
    long end,
    long suspended,
    String nodes,
    int cpus,
    String reason,
    String dependency,
    Map<String, String> attributes) {
  /** An unknown time. */
  static final long ABSENT = Long.MIN_VALUE;

  /** Names of attributes that every record may have. */
  static final List<String> OWN = List.of("native_id", "reason", "status");

  JobRecord {
    attributes = AttributeMap.copyOf(attributes);
  }

  static boolean isKnown(long time) {
    return time != ABSENT;
  }

  /**
   * Whether two records may belong to one attempt: at least one of submission and start is known in
   * both, and neither differs.
   */
  boolean isSameAttempt(JobRecord other) {
    return agree(submit, other.submit)
        && agree(start, other.start)
        && ((isKnown(submit) && isKnown(other.submit)) || (isKnown(start) && isKnown(other.start)));
  }

  private static boolean agree(long a, long b) {
    return !isKnown(a) || !isKnown(b) || a == b;
  }

  /** Returns this record, completed by the values that only another has. */
  JobRecord completedBy(JobRecord other) {
    Map<String, String> both = new TreeMap<>(other.attributes);
    both.putAll(attributes);
    JobRecord completed =
        new JobRecord(
            id,
            rawId.equals(id) ? other.rawId : rawId,
            name.equals(id) ? other.name : name,
            state == SlurmJobState.UNKNOWN ? other.state : state,
            isKnown(submit) ? submit : other.submit,
            isKnown(eligible) ? eligible : other.eligible,
            isKnown(start) ? start : other.start,
            isKnown(end) ? end : other.end,
            Math.max(suspended, other.suspended),
            nodes.isEmpty() ? other.nodes : nodes,
            cpus == 0 ? other.cpus : cpus,
            reason.isEmpty() ? other.reason : reason,
            dependency.isEmpty() ? other.dependency : dependency,
            Map.of());
    return completed.with(both);
  }

  /** Returns a copy with times from a more precise source. */
  JobRecord withTimes(long newSubmit, long newStart, long newEnd) {
    return new JobRecord(
        id,
        rawId,
        name,
        state,
        newSubmit,
        eligible,
        newStart,
        newEnd,
        suspended,
        nodes,
        cpus,
        reason,
        dependency,
        attributes);
  }

  /** Returns a copy with its attributes, its {@link #own} values and further ones. */
  JobRecord with(Map<String, String> further) {
    Map<String, String> all = new TreeMap<>(further);
    all.putAll(attributes);
    own(all::put);
    return withAttributes(all);
  }

  /**
   * Passes on the values of the record that are attributes, too, by their names in {@link #OWN}.
   */
  void own(BiConsumer<String, String> into) {
    into.accept("native_id", id);
    if (!reason.isEmpty()) {
      into.accept("reason", reason);
    }
    into.accept("status", state.name());
  }

  /** Returns a copy with other attributes. */
  JobRecord withAttributes(Map<String, String> all) {
    return new JobRecord(
        id,
        rawId,
        name,
        state,
        submit,
        eligible,
        start,
        end,
        suspended,
        nodes,
        cpus,
        reason,
        dependency,
        all);
  }

  /** Whether it was eligible when it was submitted, to the second. */
  boolean wasEligibleAtOnce() {
    return !isKnown(eligible) || !isKnown(submit) || eligible <= submit;
  }
}
