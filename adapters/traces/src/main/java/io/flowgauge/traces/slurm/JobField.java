package io.flowgauge.traces.slurm;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The fields of a job's records that are used. Immutable and thread-safe. */
enum JobField {
  /** The array that it is a task of. */
  ARRAY,
  /** Its number in the array. */
  TASK,
  /** The heterogeneous job that it is a part of. */
  HETEROGENEOUS,
  /** Its number in the heterogeneous job. */
  OFFSET,
  /** Its id. */
  ID,
  /** The number Slurm has for it. */
  RAW_ID,
  /** Its name. */
  NAME,
  /** Its state. */
  STATE,
  /** When it came into the queue. */
  SUBMIT,
  /** When it could have begun. */
  ELIGIBLE,
  /** When it began. */
  START,
  /** When it ended. */
  END,
  /** For how long it was suspended. */
  SUSPENDED,
  /** Its nodes. */
  NODES,
  /** Number of its processors, which is an attribute, too. */
  CPUS,
  /** Why it waited. */
  REASON,
  /** What it waited for. */
  DEPENDENCY,
  /** How it was submitted. */
  SUBMIT_LINE,
  /** Its script, with arguments. */
  COMMAND;

  private static final Set<String> TAKEN =
      Arrays.stream(values())
          .filter(field -> field != CPUS)
          .flatMap(field -> field.names().stream())
          .collect(Collectors.toUnmodifiableSet());

  /** The names that Slurm has for it in its tables and dumps, the best first. */
  List<String> names() {
    return switch (this) {
      case ARRAY -> List.of("ArrayJobId");
      case TASK -> List.of("ArrayTaskId");
      case HETEROGENEOUS -> List.of("HetJobId");
      case OFFSET -> List.of("HetJobOffset");
      case ID -> List.of("JobID", "JobId", "JobIDRaw");
      case RAW_ID -> List.of("JobIDRaw", "JobId");
      case NAME -> List.of("JobName", "Name");
      case STATE -> List.of("State", "JobState");
      case SUBMIT -> List.of("Submit", "SubmitTime");
      case ELIGIBLE -> List.of("Eligible", "EligibleTime");
      case START -> List.of("Start", "StartTime");
      case END -> List.of("End", "EndTime");
      case SUSPENDED -> List.of("Suspended");
      case NODES -> List.of("NodeList");
      case CPUS -> List.of("AllocCPUS", "NCPUS", "NumCPUs", "ProcCnt");
      case REASON -> List.of("Reason");
      case DEPENDENCY -> List.of("Dependency");
      case SUBMIT_LINE -> List.of("SubmitLine");
      case COMMAND -> List.of("Command");
    };
  }

  /** Whether values of a name become the job's own and are not kept besides. */
  static boolean isTaken(String name) {
    return TAKEN.contains(name);
  }
}
