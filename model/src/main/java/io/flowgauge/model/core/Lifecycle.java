package io.flowgauge.model.core;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.run.EventType;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks for events that contradict the lifecycle (definitions, "Events and states"). Such events
 * stay in the run; each kind of contradiction is reported in one diagnostic, with the number of
 * activities and the largest contradiction.
 */
final class Lifecycle {
  private static final byte SUSPENDED = EventSequence.code(EventType.SUSPENDED);
  private static final byte RESUMED = EventSequence.code(EventType.RESUMED);

  private static final int ENDS =
      1 << EventSequence.code(EventType.COMPLETED)
          | 1 << EventSequence.code(EventType.FAILED)
          | 1 << EventSequence.code(EventType.ABORTED);

  /** Activities with one kind of problem. */
  private static final class Finding {
    private int count;
    private int first = -1;
    private int last = -1;
    private long worst;

    void add(int activity, long nanos) {
      first = first < 0 ? activity : first;
      count += last == activity ? 0 : 1;
      last = activity;
      worst = Math.max(worst, nanos);
    }
  }

  private final ColumnarWorkflow workflow;

  /**
   * Events of those activities whose attempts do not hold all of them: only these can have repeated
   * events.
   */
  private final EventColumns events;

  private final AttemptColumns attempts;

  /**
   * Times of the events that must occur in this order; the last column holds the ends of attempts.
   */
  private final long[][] times;

  private final List<Diagnostic> diagnostics;
  private final Map<String, Finding> findings = new LinkedHashMap<>();
  private final BitSet odd = new BitSet();

  Lifecycle(
      ColumnarWorkflow workflow,
      EventColumns events,
      AttemptColumns attempts,
      List<Diagnostic> diagnostics) {
    this.workflow = workflow;
    this.events = events;
    this.attempts = attempts;
    this.times =
        new long[][] {
          attempts.started, attempts.submitted, attempts.pending, attempts.active, attempts.ended
        };
    this.diagnostics = diagnostics;
  }

  /**
   * Checks activities and reports contradictions.
   *
   * @param suspects activities to check
   * @return those of them with a contradiction
   */
  BitSet check(BitSet suspects) {
    for (int a = suspects.nextSetBit(0); a >= 0; a = suspects.nextSetBit(a + 1)) {
      int first = attempts.first(a);
      int last = attempts.end(a) - 1;
      for (int at = first; at <= last; at++) {
        checkOrder(a, at);
        if (at < last) {
          checkSuccession(a, at);
        }
      }
      checkRepetition(a);
      if (last >= first && attempts.isRecordedSkipped(a)) {
        recordFinding(
            "SKIPPED is reported for an activity that has other events, and is ignored", a, 0);
      }
    }
    findings.forEach(this::report);
    return odd;
  }

  private void checkOrder(int activity, int at) {
    int before = -1;
    long latest = Columns.ABSENT;
    for (int k = 0; k < times.length; k++) {
      long time = times[k][at];
      if (!known(time)) {
        continue;
      }
      if (time < latest) {
        recordFinding(
            name(at, k)
                + " precedes "
                + name(at, before)
                + " by up to %s s: the clocks of two hosts"
                + " disagree (clock skew), or times were rounded",
            activity,
            latest - time);
      }
      before = k;
      latest = time;
    }
  }

  private String name(int at, int k) {
    EventType[] order = {
      EventType.STARTED, EventType.SUBMITTED, EventType.PENDING, EventType.ACTIVE
    };
    return (k < order.length ? order[k] : EventSequence.type(attempts.outcomes[at])).name();
  }

  private void checkSuccession(int activity, int at) {
    long next = attempts.started[at + 1];
    if (attempts.outcomes[at] == AttemptColumns.OPEN) {
      recordFinding("an attempt has no end, although another follows", activity, 0);
    } else if (known(next) && next < attempts.ended[at]) {
      recordFinding(
          "an attempt starts up to %s s before the previous one has ended",
          activity, attempts.ended[at] - next);
    }
    if (attempts.hasCompleted(at)) {
      recordFinding(
          "an attempt follows one that COMPLETED: its work was repeated, or several runs were"
              + " recorded as one",
          activity,
          0);
    }
  }

  private void checkRepetition(int activity) {
    boolean suspended = false;
    int attempt = -1;
    int seen = 0;
    int end = events.end(activity);
    for (int e = events.begin(activity); e < end; e++) {
      if (events.attempts[e] != attempt) {
        attempt = events.attempts[e];
        seen = 0;
        suspended = false;
      }
      byte type = events.types[e];
      if (type == SUSPENDED || type == RESUMED) {
        checkSuspension(activity, type, suspended);
        suspended = type == SUSPENDED;
      } else {
        seen = checkOnce(activity, type, seen);
      }
    }
  }

  private void checkSuspension(int activity, byte type, boolean suspended) {
    if ((type == SUSPENDED) == suspended) {
      recordFinding(
          suspended ? "SUSPENDED while already suspended" : "RESUMED while not suspended",
          activity,
          0);
    }
  }

  private int checkOnce(int activity, byte type, int seen) {
    int bit = 1 << type;
    if ((seen & bit) != 0) {
      recordFinding(
          EventSequence.type(type)
              + " is reported at different times for one attempt; the latest is used",
          activity,
          0);
    } else if ((bit & ENDS) != 0 && (seen & ENDS) != 0) {
      recordFinding(
          EventSequence.type(type) + " is reported for an attempt that had already ended otherwise",
          activity,
          0);
    }
    return seen | bit;
  }

  private void recordFinding(String message, int activity, long nanos) {
    odd.set(activity);
    findings.computeIfAbsent(message, m -> new Finding()).add(activity, nanos);
  }

  private void report(String message, Finding finding) {
    String where =
        Remarks.place("activity " + workflow.activity(finding.first).id(), finding.count);
    diagnostics.add(
        Diagnostic.warning(where, message.replace("%s", "" + Times.seconds(finding.worst))));
  }
}
