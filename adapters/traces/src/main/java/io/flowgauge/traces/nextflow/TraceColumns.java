package io.flowgauge.traces.nextflow;

import io.flowgauge.traces.table.TableColumns;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The columns of Nextflow traces, and the use made of each. Stateless and thread-safe. */
final class TraceColumns {
  static final String TASK_ID = "task_id";
  static final String HASH = "hash";
  static final String NATIVE_ID = "native_id";
  static final String NAME = "name";
  static final String PROCESS = "process";
  static final String TAG = "tag";
  static final String STATUS = "status";
  static final String EXIT = "exit";
  static final String ATTEMPT = "attempt";
  static final String SUBMIT = "submit";
  static final String START = "start";
  static final String COMPLETE = "complete";
  static final String DURATION = "duration";
  static final String REALTIME = "realtime";
  static final String HOSTNAME = "hostname";
  static final String ERROR_ACTION = "error_action";
  static final String SCRIPT = "script";

  /** At least one of them is needed to identify the task of a row. */
  static final List<String> IDENTIFYING = List.of(TASK_ID, NAME, HASH, NATIVE_ID, PROCESS);

  /** At least one of them is needed to know when, or for how long, a task ran. */
  static final List<String> TIMES = List.of(SUBMIT, START, COMPLETE, DURATION, REALTIME);

  /**
   * Columns measured on the node: if a row has none of them, its task left no trace file of its
   * own.
   */
  static final List<String> MEASURED = List.of("%cpu", "peak_rss", "rchar", "wchar", "rss", "vmem");

  /** Columns that become the identity, the events and the processor of an activity. */
  private static final Set<String> MAPPED =
      Set.of(NAME, PROCESS, ATTEMPT, SUBMIT, START, COMPLETE, DURATION, REALTIME, HOSTNAME, SCRIPT);

  private static final List<String> PERCENTAGES = List.of("%cpu", "%mem");
  private static final List<String> MEMORY =
      List.of(
          "memory",
          "disk",
          "rss",
          "vmem",
          "peak_rss",
          "peak_vmem",
          "rchar",
          "wchar",
          "read_bytes",
          "write_bytes");

  private static final UnaryOperator<String> AS_WRITTEN = UnaryOperator.identity();

  /**
   * Columns that become attributes, each converted to one unit: bytes, milliseconds or percent; an
   * empty text stands for no value.
   */
  private static final Map<String, UnaryOperator<String>> ATTRIBUTES = attributes();

  /** Minimum number of known columns that make a table with task ids a trace. */
  private static final int KNOWN_WITH_TASK_ID = 3;

  /** Minimum number of known columns that make a table without task ids a trace. */
  private static final int KNOWN = 5;

  /** Nextflow's internal value for "no exit code yet". */
  private static final String NO_EXIT = Integer.toString(Integer.MAX_VALUE);

  private TraceColumns() {}

  private static Map<String, UnaryOperator<String>> attributes() {
    Map<String, UnaryOperator<String>> all = new HashMap<>();
    for (String text :
        List.of(
            TASK_ID,
            HASH,
            NATIVE_ID,
            TAG,
            STATUS,
            ERROR_ACTION,
            "module",
            "container",
            "cpus",
            "queue",
            "workdir",
            "scratch",
            "cpu_model",
            "syscr",
            "syscw",
            "vol_ctxt",
            "inv_ctxt")) {
      all.put(text, AS_WRITTEN);
    }
    MEMORY.forEach(name -> all.put(name, text -> HumanUnits.bytes(text).orElse(text)));
    PERCENTAGES.forEach(name -> all.put(name, text -> HumanUnits.percent(text).orElse(text)));
    all.put("time", text -> HumanUnits.millis(text).orElse(text));
    all.put(EXIT, text -> text.equals(NO_EXIT) ? "" : text);
    return all;
  }

  /** Whether the columns are those of a trace. */
  static boolean areTrace(TableColumns columns) {
    long known = columns.names().stream().filter(TraceColumns::isKnown).count();
    return columns.hasAny(IDENTIFYING)
        && known >= (columns.has(TASK_ID) ? KNOWN_WITH_TASK_ID : KNOWN);
  }

  /** Returns the columns of a table that are not used. */
  static List<String> unused(TableColumns columns) {
    return columns.names().stream().filter(name -> !isKnown(name)).toList();
  }

  static boolean isKnown(String name) {
    return MAPPED.contains(name) || ATTRIBUTES.containsKey(name);
  }

  /** Returns all columns that are used, sorted by name. */
  static List<String> known() {
    return Stream.concat(MAPPED.stream(), ATTRIBUTES.keySet().stream()).sorted().toList();
  }

  /**
   * Returns the function that turns values of a column into an attribute, leaving those unchanged
   * that cannot be parsed in its unit; null if the column does not become an attribute.
   */
  static UnaryOperator<String> converter(String column) {
    return ATTRIBUTES.get(column);
  }

  /** Whether values of a column become attributes as they are. */
  static boolean isTaken(String column) {
    return converter(column) == AS_WRITTEN;
  }

  /** Whether numbers without a unit in a column become attributes as they are. */
  static boolean isQuantity(String column) {
    return MEMORY.contains(column) || PERCENTAGES.contains(column);
  }
}
