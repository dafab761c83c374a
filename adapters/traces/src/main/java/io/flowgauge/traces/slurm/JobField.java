package io.flowgauge.traces.slurm;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The fields of job records that are used. Immutable and thread-safe. */
enum JobField {
  /** Id of the array of which it is a task. */
  ARRAY,
  /** Its number in the array. */
  TASK,
  /** Id of the heterogeneous job of which it is a component. */
  HETEROGENEOUS,
  /** Its number in the heterogeneous job. */
  OFFSET,
  /** Its id. */
  ID,
  /** Slurm's number for it. */
  RAW_ID,
  NAME,
  STATE,
  /** When it entered the queue. */
  SUBMIT,
  /** When nothing but a lack of nodes kept it from starting. */
  ELIGIBLE,
  /** When it started. */
  START,
  /** When it ended. */
  END,
  /** Total time for which it was suspended. */
  SUSPENDED,
  /** How long it ran, without suspensions, which also becomes an attribute. */
  ELAPSED,
  NODES,
  /** Number of its processors, which also becomes an attribute. */
  CPUS,
  /** Why it waited. */
  REASON,
  /** The jobs it waited for. */
  DEPENDENCY,
  /** The command line that submitted it. */
  SUBMIT_LINE,
  /** Its script, with arguments. */
  COMMAND;

  private static final Set<String> TAKEN =
      Arrays.stream(values())
          .filter(field -> field != CPUS && field != ELAPSED)
          .flatMap(field -> field.names().stream())
          .collect(Collectors.toUnmodifiableSet());

  /** Returns Slurm's names for it in tables and dumps, in order of preference. */
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
      case ELAPSED -> List.of("Elapsed", "ElapsedRaw", "RunTime");
      case NODES -> List.of("NodeList");
      case CPUS -> List.of("AllocCPUS", "NCPUS", "NumCPUs", "ProcCnt");
      case REASON -> List.of("Reason");
      case DEPENDENCY -> List.of("Dependency");
      case SUBMIT_LINE -> List.of("SubmitLine");
      case COMMAND -> List.of("Command");
    };
  }

  /** Whether values of a name become fields of the job, and are not also kept as attributes. */
  static boolean isTaken(String name) {
    return TAKEN.contains(name);
  }
}
