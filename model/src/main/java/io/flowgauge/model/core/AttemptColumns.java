package io.flowgauge.model.core;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.run.EventType;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Attempts in columns; those of an activity are in consecutive rows. If an attempt reports an event
 * more than once, the latest time counts, as in [Nerieri] §III-B.
 *
 * <p>Runs of one recorder share columns: a later run adds rows for the activities that changed, and
 * leaves alone the rows of earlier runs, which other threads may be reading.
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

  /** A copy has a free row for so many rows, so that only few runs need to copy. */
  private static final int ROWS_PER_FREE_ROW = 4;

  /** First row of each activity. */
  private final int[] firsts;

  /** The row after the last one of each activity; its first row if it has no attempts. */
  private final int[] ends;

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

  /** Number of rows that this run and those before it use. */
  private int rows;

  /** Number of attempts. */
  private int count;

  private AttemptColumns(EventColumns events) {
    int capacity = count(events);
    int recorded = types(events);
    firsts = new int[events.rowCount()];
    ends = new int[events.rowCount()];
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

  /** Shares the columns of an earlier run. */
  private AttemptColumns(AttemptColumns last) {
    firsts = last.firsts.clone();
    ends = last.ends.clone();
    numbers = last.numbers;
    started = last.started;
    submitted = last.submitted;
    pending = last.pending;
    active = last.active;
    ended = last.ended;
    outcomes = last.outcomes;
    processors = last.processors;
    suspended = last.suspended;
    skipped.or(last.skipped);
    rows = last.rows;
    count = last.count;
  }

  /** Copies the attempts of an earlier run into columns with room for more. */
  private AttemptColumns(AttemptColumns last, int more) {
    int capacity = last.count + last.count / ROWS_PER_FREE_ROW + more;
    firsts = new int[last.firsts.length];
    ends = new int[last.ends.length];
    numbers = new int[capacity];
    started = new long[capacity];
    submitted = new long[capacity];
    pending = new long[capacity];
    active = new long[capacity];
    ended = new long[capacity];
    outcomes = new byte[capacity];
    processors = new int[capacity];
    suspended = last.suspended == null ? null : new long[capacity];
    skipped.or(last.skipped);
    for (int a = 0; a < firsts.length; ) {
      // Rows that follow each other are copied together.
      int from = a;
      int end = last.firsts[a];
      for (; a < firsts.length && last.firsts[a] == end; a++) {
        firsts[a] = end - last.firsts[from] + rows;
        end = last.ends[a];
        ends[a] = end - last.firsts[from] + rows;
      }
      append(last, last.firsts[from], end);
    }
  }

  /**
   * Returns the attempts of a later run. Only one run may follow this one.
   *
   * @param others the attempts of the changed activities alone; a changed activity may have none
   */
  AttemptColumns with(AttemptColumns others, BitSet changed) {
    boolean isRoom = rows + others.count <= numbers.length;
    AttemptColumns all = isRoom ? new AttemptColumns(this) : new AttemptColumns(this, others.count);
    if (others.suspended != null && all.suspended == null) {
      all.suspended = new long[all.numbers.length];
    }
    int row = 0;
    for (int a = changed.nextSetBit(0); a >= 0; a = changed.nextSetBit(a + 1)) {
      all.count -= all.ends[a] - all.firsts[a];
      all.firsts[a] = all.rows;
      all.append(others, others.firsts[row], others.ends[row]);
      all.ends[a] = all.rows;
      row++;
    }
    all.skipped.andNot(changed);
    all.skipped.or(others.skipped);
    // LastRun counts activities with further events as changed, so those of this run are all
    // replaced.
    all.further.or(others.further);
    return all;
  }

  private void append(AttemptColumns from, int first, int end) {
    int length = end - first;
    System.arraycopy(from.numbers, first, numbers, rows, length);
    System.arraycopy(from.started, first, started, rows, length);
    System.arraycopy(from.submitted, first, submitted, rows, length);
    System.arraycopy(from.pending, first, pending, rows, length);
    System.arraycopy(from.active, first, active, rows, length);
    System.arraycopy(from.ended, first, ended, rows, length);
    System.arraycopy(from.outcomes, first, outcomes, rows, length);
    System.arraycopy(from.processors, first, processors, rows, length);
    if (from.suspended != null && suspended != null) {
      System.arraycopy(from.suspended, first, suspended, rows, length);
    }
    rows += length;
    count += length;
  }

  /** Those of some activities that have attempts that no event has ended. */
  BitSet open(BitSet activities) {
    BitSet open = new BitSet();
    for (int a = activities.nextSetBit(0); a >= 0; a = activities.nextSetBit(a + 1)) {
      for (int at = firsts[a]; at < ends[a]; at++) {
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
   * Finds the attempts of activities. If the events are those of some activities, only these have
   * rows, and take the place of all.
   *
   * @param until t_now, up to which an open suspension is measured
   */
  static AttemptColumns of(EventColumns events, long until) {
    AttemptColumns columns = new AttemptColumns(events);
    for (int row = 0; row < events.rowCount(); row++) {
      columns.firsts[row] = columns.count;
      columns.addActivity(events.activity(row), events, until);
      columns.ends[row] = columns.count;
    }
    columns.rows = columns.numbers.length; // Columns that share an array have no room for more.
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

  /** Number of activities. */
  int activityCount() {
    return firsts.length;
  }

  /** Number of attempts of all activities: 0 or more. */
  int count() {
    return count;
  }

  /** The first attempt of an activity. */
  int first(int activity) {
    return firsts[activity];
  }

  /** The attempt after the last one of an activity; its first if it has none. */
  int end(int activity) {
    return ends[activity];
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
    return skipped.get(activity) && firsts[activity] == ends[activity];
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
    int first = firsts[activity];
    int before = number - 1; // Few sources leave a number out.
    if (before < ends[activity] - first && numbers[first + before] == number) {
      return first + before;
    }
    int at = Arrays.binarySearch(numbers, first, ends[activity], number);
    return Math.max(-1, at);
  }
}
