package io.flowgauge.model.core;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.run.EventType;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Attempts in columns, grouped by activity. If an attempt reports an event more than once, the
 * latest time counts, as in [Nerieri] §III-B.
 */
final class AttemptColumns {
  /** Outcome of an attempt that no event has ended. */
  static final byte OPEN = -1;

  private static final byte COMPLETED = EventSequence.code(EventType.COMPLETED);
  private static final byte SUSPENDED = EventSequence.code(EventType.SUSPENDED);
  static final byte SKIPPED = EventSequence.code(EventType.SKIPPED);

  private static final long[] NONE = {};
  private static final int TIMED =
      bit(EventType.STARTED)
          | bit(EventType.SUBMITTED)
          | bit(EventType.PENDING)
          | bit(EventType.ACTIVE);

  final int[] offsets;
  int[] numbers;
  long[] started;
  long[] submitted;
  long[] pending;
  long[] active;
  long[] ended;
  byte[] outcomes;
  int[] processors;

  /** Nanoseconds between SUSPENDED and RESUMED; null if no attempt was ever suspended. */
  long[] suspended;

  /** Activities with a recorded SKIPPED. */
  private final BitSet skipped = new BitSet();

  /** Activities with events that these columns do not hold: repeated ones and suspensions. */
  private final BitSet further = new BitSet();

  private int count;

  private AttemptColumns(EventColumns events) {
    int capacity = count(events);
    int recorded = types(events);
    offsets = new int[events.rowCount() + 1];
    numbers = new int[capacity];
    // Few sources record all types. A column without values is never written to, so all such
    // columns share one array.
    long[] none = (recorded & TIMED) == TIMED ? NONE : Columns.absent(capacity);
    started = isRecorded(EventType.STARTED, recorded) ? Columns.absent(capacity) : none;
    submitted = isRecorded(EventType.SUBMITTED, recorded) ? Columns.absent(capacity) : none;
    pending = isRecorded(EventType.PENDING, recorded) ? Columns.absent(capacity) : none;
    active = isRecorded(EventType.ACTIVE, recorded) ? Columns.absent(capacity) : none;
    ended = Columns.absent(capacity);
    outcomes = new byte[capacity];
    Arrays.fill(outcomes, OPEN);
    processors = new int[capacity];
    Arrays.fill(processors, -1);
  }

  /**
   * Creates empty columns with room for the attempts of one run, some of which are copied from an
   * earlier run.
   */
  private AttemptColumns(int activityCount, int capacity) {
    offsets = new int[activityCount + 1];
    numbers = new int[capacity];
    started = new long[capacity];
    submitted = new long[capacity];
    pending = new long[capacity];
    active = new long[capacity];
    ended = new long[capacity];
    outcomes = new byte[capacity];
    processors = new int[capacity];
  }

  /**
   * Returns the attempts of a later run.
   *
   * @param others the attempts of the changed activities alone; a changed activity may have none
   */
  AttemptColumns with(AttemptColumns others, BitSet changed) {
    int activityCount = offsets.length - 1;
    int removed = changed.stream().map(a -> offsets[a + 1] - offsets[a]).sum();
    AttemptColumns all = new AttemptColumns(activityCount, count - removed + others.count);
    all.suspended = others.suspended == null ? null : new long[all.numbers.length];
    int row = 0;
    for (int a = 0; a < activityCount; ) {
      boolean isChanged = changed.get(a);
      int next = isChanged ? changed.nextClearBit(a) : changed.nextSetBit(a);
      int end = next < 0 ? activityCount : Math.min(next, activityCount);
      all.copyAttempts(isChanged ? others : this, isChanged ? row : a, a, end - a);
      row += isChanged ? end - a : 0;
      a = end;
    }
    all.offsets[activityCount] = all.count;
    all.skipped.or(skipped);
    all.skipped.andNot(changed);
    all.skipped.or(others.skipped);
    // LastRun counts activities with further events as changed, so those of this run are all
    // replaced.
    all.further.or(others.further);
    return all;
  }

  /**
   * Copies the attempts of consecutive activities.
   *
   * @param row where the offsets of the first activity are in {@code from}
   */
  private void copyAttempts(AttemptColumns from, int row, int activity, int activityCount) {
    int first = from.offsets[row];
    int length = from.offsets[row + activityCount] - first;
    for (int k = 0; k < activityCount; k++) {
      offsets[activity + k] = from.offsets[row + k] - first + count;
    }
    System.arraycopy(from.numbers, first, numbers, count, length);
    System.arraycopy(from.started, first, started, count, length);
    System.arraycopy(from.submitted, first, submitted, count, length);
    System.arraycopy(from.pending, first, pending, count, length);
    System.arraycopy(from.active, first, active, count, length);
    System.arraycopy(from.ended, first, ended, count, length);
    System.arraycopy(from.outcomes, first, outcomes, count, length);
    System.arraycopy(from.processors, first, processors, count, length);
    if (from.suspended != null && suspended != null) {
      System.arraycopy(from.suspended, first, suspended, count, length);
    }
    count += length;
  }

  /** Those of some activities that have attempts that no event has ended. */
  BitSet open(BitSet activities) {
    BitSet open = new BitSet();
    for (int a = activities.nextSetBit(0); a >= 0; a = activities.nextSetBit(a + 1)) {
      for (int at = offsets[a]; at < offsets[a + 1]; at++) {
        if (outcomes[at] == OPEN) {
          open.set(a);
        }
      }
    }
    return open;
  }

  /** Returns a bit set of the event types that occur, as an int. */
  private static int types(EventColumns events) {
    int recorded = 0;
    for (byte type : events.types) {
      recorded |= 1 << type;
    }
    return recorded;
  }

  private static boolean isRecorded(EventType type, int recorded) {
    return (recorded & bit(type)) != 0;
  }

  private static int bit(EventType type) {
    return 1 << EventSequence.code(type);
  }

  /**
   * Finds the attempts of activities. If the events are those of some activities, {@link #offsets}
   * has an element for each of these only.
   *
   * @param until t_now, up to which an open suspension is measured
   */
  static AttemptColumns of(EventColumns events, long until) {
    AttemptColumns columns = new AttemptColumns(events);
    for (int row = 0; row < events.rowCount(); row++) {
      columns.offsets[row] = columns.count;
      columns.addActivity(events.activity(row), events, until);
    }
    columns.offsets[events.rowCount()] = columns.count;
    return columns;
  }

  private static int count(EventColumns events) {
    int count = 0;
    for (int row = 0; row < events.rowCount(); row++) {
      int begin = events.begin(events.activity(row));
      int end = events.end(events.activity(row));
      for (int e = begin; e < end; e++) {
        count += e == begin || events.attempts[e] != events.attempts[e - 1] ? 1 : 0;
      }
    }
    return count;
  }

  private void addActivity(int activity, EventColumns events, long until) {
    int to = events.end(activity);
    for (int from = events.begin(activity); from < to; ) {
      from = addAttempt(activity, events, from, to, until);
    }
  }

  /** Adds the attempt whose first event is {@code from}, and returns the end of its events. */
  private int addAttempt(int activity, EventColumns events, int from, int to, long until) {
    int number = events.attempts[from];
    boolean tried = false;
    boolean suspensions = false;
    int e = from;
    for (; e < to && events.attempts[e] == number; e++) {
      byte type = events.types[e];
      if (type == SKIPPED) { // An activity is skipped without an attempt.
        skipped.set(activity);
      } else {
        tried = true;
        suspensions |= type == SUSPENDED;
        set(EventSequence.type(type), events.times[e]);
      }
    }
    if (suspensions) {
      suspended = suspended == null ? new long[numbers.length] : suspended;
      suspended[count] = Suspensions.total(Suspensions.of(events, from, e, until));
    }
    if (e - from != heldEventCount()) {
      further.set(activity);
    }
    if (tried) {
      numbers[count++] = number;
    }
    return e;
  }

  /** Number of events of the attempt being added that the columns hold. */
  private int heldEventCount() {
    return (known(started[count]) ? 1 : 0)
        + (known(submitted[count]) ? 1 : 0)
        + (known(pending[count]) ? 1 : 0)
        + (known(active[count]) ? 1 : 0)
        + (known(ended[count]) ? 1 : 0);
  }

  private void set(EventType type, long time) {
    switch (type) {
      case STARTED -> started[count] = time;
      case SUBMITTED -> submitted[count] = time;
      case PENDING -> pending[count] = time;
      case ACTIVE -> active[count] = time;
      case COMPLETED, FAILED, ABORTED -> end(type, time);
      case SUSPENDED, RESUMED -> {
        // Suspensions are paired in addAttempt().
      }
      case SKIPPED -> throw new IllegalArgumentException("belongs to no attempt");
    }
  }

  /**
   * Ends the current attempt. COMPLETED takes precedence over FAILED or ABORTED of the same
   * attempt.
   */
  private void end(EventType type, long time) {
    boolean completed = outcomes[count] == COMPLETED;
    if (!completed || type == EventType.COMPLETED) {
      outcomes[count] = EventSequence.code(type);
      ended[count] = time;
    }
  }

  /** Number of attempts of all activities: 0 or more. */
  int count() {
    return count;
  }

  /** Whether an attempt ended with COMPLETED. */
  boolean hasCompleted(int attempt) {
    return outcomes[attempt] == COMPLETED;
  }

  /**
   * Whether an activity was skipped. An activity that was attempted nevertheless does not count as
   * skipped.
   */
  boolean isSkipped(int activity) {
    return skipped.get(activity) && offsets[activity] == offsets[activity + 1];
  }

  /** Activities with events that the columns do not hold; never written to. */
  BitSet withFurtherEvents() {
    return further;
  }

  /** Whether a SKIPPED of an activity is recorded. */
  boolean isRecordedSkipped(int activity) {
    return skipped.get(activity);
  }

  /** Returns the index of an attempt number of an activity, or -1. */
  int find(int activity, int number) {
    int first = offsets[activity];
    int before = number - 1; // Few sources leave a number out.
    if (before < offsets[activity + 1] - first && numbers[first + before] == number) {
      return first + before;
    }
    int at = Arrays.binarySearch(numbers, first, offsets[activity + 1], number);
    return Math.max(-1, at);
  }
}
