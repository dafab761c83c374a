package io.flowgauge.model.core;

import io.flowgauge.run.Processor;
import io.flowgauge.trace.Diagnostic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The processors of a run, and which attempts ran on them. A processor that was not declared has as
 * many slots as there were ever attempts active on it at once.
 */
final class ProcessorTable {
  /** Attempt 0, which is before all others, with processor -1. */
  private static final long UNASSIGNED = 0xFFFF_FFFFL;

  private final List<Processor> processors;
  private final int declared;

  /** The last attempt of each activity that was assigned, and its processor: see {@link #pair}. */
  private final PagedColumn lastAssigned;

  private final Map<String, Integer> positions = new HashMap<>();

  /**
   * Creates the table with the declared processors.
   *
   * @param last {@link #lastAssigned()} of the previous run, or null if nothing is reused from it
   */
  ProcessorTable(Recorded recorded, PagedColumn last) {
    processors = new ArrayList<>(recorded.resources().processors());
    declared = processors.size();
    for (int p = 0; p < declared; p++) {
      positions.put(processors.get(p).name(), p);
    }
    lastAssigned = last == null ? new PagedColumn(UNASSIGNED) : last.copy();
  }

  /**
   * Sets the processors of attempts. An attempt without an assignment ran where the last assigned
   * attempt of its activity ran.
   *
   * @param changed activities that are not reused from the previous run
   */
  void assign(Recorded.Assignments assignments, AttemptColumns attempts, BitSet changed) {
    int[] positionOf = new int[assignments.nameCount()];
    Arrays.setAll(positionOf, name -> position(assignments.names().id(name)));
    for (int k = 0; k < assignments.count(); k++) {
      int activity = assignments.activities()[k];
      if (!changed.get(activity)) {
        continue;
      }
      int processor = positionOf[assignments.processors()[k]];
      int number = assignments.attempts()[k];
      if (number >= number(lastAssigned.get(activity))) {
        lastAssigned.set(activity, pair(number, processor));
      }
      int attempt = attempts.find(activity, number);
      if (attempt >= 0) {
        attempts.processors[attempt] = processor;
      }
    }
    for (int a = changed.nextSetBit(0); a >= 0; a = changed.nextSetBit(a + 1)) {
      for (int at = attempts.first(a); at < attempts.end(a); at++) {
        attempts.processors[at] =
            attempts.processors[at] < 0 ? processor(lastAssigned.get(a)) : attempts.processors[at];
      }
    }
  }

  private static long pair(int number, int processor) {
    return (long) number << 32 | processor;
  }

  private static int number(long pair) {
    return (int) (pair >> 32);
  }

  /** The processor of an element of {@link #lastAssigned()}; -1 if there is none. */
  static int processor(long pair) {
    return (int) pair;
  }

  private int position(String name) {
    Integer known = positions.get(name);
    if (known != null) {
      return known;
    }
    positions.put(name, processors.size());
    processors.add(Processor.of(name));
    return processors.size() - 1;
  }

  /**
   * Finds the number of slots of undeclared processors, and checks that of the declared ones.
   *
   * @param holds when attempts held these processors
   * @param wallclocks T by activity, in nanoseconds, or {@link Columns#ABSENT}
   */
  void findSlots(
      Holds holds,
      AttemptColumns attempts,
      PagedColumn wallclocks,
      long until,
      List<Diagnostic> diagnostics) {
    Holds work = null;
    List<String> found = new ArrayList<>();
    for (int p = 0; p < processors.size(); p++) {
      int peak = holds.peak(p);
      Processor processor = processors.get(p);
      if (p >= declared) {
        processors.set(p, processor.withSlots(Math.max(1, peak)));
        found.add(processor.name() + " " + Math.max(1, peak));
      } else if (peak > processor.slots()) {
        work = work == null ? Holds.ofWork(attempts, wallclocks, processors.size(), until) : work;
        diagnostics.add(overcommitted(processor, peak, work.peak(p)));
      }
    }
    if (!found.isEmpty()) {
      diagnostics.add(assumedSlots(found));
    }
  }

  private static Diagnostic overcommitted(Processor processor, int peak, int working) {
    String where = "processor " + processor.name();
    String slots = processor.slots() == 1 ? "1 slot" : processor.slots() + " slots";
    if (working <= processor.slots()) {
      return Diagnostic.info(
          where,
          "seems to run "
              + peak
              + " activities at once on "
              + slots
              + ", because their ends were noticed late; by the times T of their applications, it"
              + " ran "
              + working
              + ". No more than its slots count as busy");
    }
    return Diagnostic.warning(
        where,
        "ran "
            + working
            + " activities at once, but is declared with "
            + slots
            + "; no more than these count as busy");
  }

  private static Diagnostic assumedSlots(List<String> found) {
    String shown = found.stream().limit(8).collect(Collectors.joining(", "));
    return Diagnostic.info(
        "processors",
        "the input does not state how many slots processors have; the largest numbers of activities"
            + " active at once are used instead: "
            + shown
            + (found.size() > 8 ? ", and " + (found.size() - 8) + " more" : ""));
  }

  int count() {
    return processors.size();
  }

  List<Processor> processors() {
    return List.copyOf(processors);
  }

  /** The last assignment of each activity, for {@link #processor(long)}. */
  PagedColumn lastAssigned() {
    return lastAssigned;
  }
}
