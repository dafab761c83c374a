package io.flowgauge.metrics.activity;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.core.Columns;
import io.flowgauge.model.core.IntervalSet;
import io.flowgauge.run.ServiceInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The times when middleware services worked, as disjoint intervals, each with a class. Where two
 * services overlap, the one that began first counts. Immutable and thread-safe.
 */
public final class ServiceTimes {
  private record Interval(long begin, long end, int timeClass) {}

  private final List<Interval> all = new ArrayList<>();

  /** The parts during which no attempt of the run's activities was under way. */
  private final List<Interval> exposed = new ArrayList<>();

  /** A bit for each class for which the input has a service. */
  private final int classes;

  ServiceTimes(ColumnarRun run) {
    int found = 0;
    long covered = Long.MIN_VALUE;
    for (ServiceInterval service : run.services()) {
      int timeClass = timeClass(service.service());
      found |= 1 << timeClass;
      long begin = Math.max(covered, service.beginNanos());
      if (begin < service.endNanos()) {
        all.add(new Interval(begin, service.endNanos(), timeClass));
        covered = service.endNanos();
      }
    }
    classes = found;
    if (!all.isEmpty()) {
      expose(activityTimes(run));
    }
  }

  private static int timeClass(String service) {
    Optional<OverheadClass> named =
        OverheadClass.of(service)
            .filter(c -> c.parent().equals(Optional.of(OverheadClass.SERVICES)));
    return TimeClass.of(named.orElse(OverheadClass.OTHER_SERVICES));
  }

  private static IntervalSet activityTimes(ColumnarRun run) {
    int count = run.workflow().activityCount();
    long[] begins = new long[count];
    long[] ends = new long[count];
    int used = 0;
    ActivityTimes times = new ActivityTimes(run);
    for (int a = 0; a < count; a++) {
      times.load(a);
      begins[used] = times.begin();
      ends[used] = times.end();
      for (int at = run.firstAttempt(a); at < run.endAttempt(a); at++) {
        // An attempt may continue after a later one has ended, or be active before the first event.
        begins[used] = Columns.min(begins[used], run.active(at));
        ends[used] = Math.max(ends[used], endOfWork(run, at));
      }
      if (known(begins[used]) && ends[used] > begins[used]) {
        used++;
      }
    }
    return IntervalSet.union(Arrays.copyOf(begins, used), Arrays.copyOf(ends, used));
  }

  private static long endOfWork(ColumnarRun run, int attempt) {
    boolean isOpen = known(run.active(attempt)) && !known(run.ended(attempt));
    return isOpen ? run.span().until() : run.ended(attempt);
  }

  private void expose(IntervalSet busy) {
    for (Interval service : all) {
      long cursor = service.begin();
      for (int k = busy.firstEndingAfter(cursor); k < busy.size(); k++) {
        if (busy.begin(k) >= service.end()) {
          break;
        }
        exposeOne(cursor, busy.begin(k), service.timeClass());
        cursor = Math.max(cursor, busy.end(k));
      }
      exposeOne(cursor, service.end(), service.timeClass());
    }
  }

  private void exposeOne(long from, long to, int timeClass) {
    if (to > from) {
      exposed.add(new Interval(from, to, timeClass));
    }
  }

  /**
   * The classes for which the input has a service. The input says when these services worked, so
   * their time elsewhere is a measured zero.
   *
   * @return a bit for each class
   */
  public int classes() {
    return classes;
  }

  /**
   * Exposed service time within a window ([Nerieri] §III-B.1, definitions, "Sums without overlap").
   *
   * @param from begin of the window, in nanoseconds
   */
  public void exposed(long from, long to, PieceSink sink) {
    give(exposed, from, to, sink);
  }

  /**
   * All service time within a window, exposed or not.
   *
   * @param from begin of the window, in nanoseconds
   */
  public void all(long from, long to, PieceSink sink) {
    give(all, from, to, sink);
  }

  private static void give(List<Interval> services, long from, long to, PieceSink sink) {
    int k = firstEndingAfter(services, from);
    for (; k < services.size() && services.get(k).begin() < to; k++) {
      Interval service = services.get(k);
      sink.piece(Math.max(from, service.begin()), Math.min(to, service.end()), service.timeClass());
    }
  }

  private static int firstEndingAfter(List<Interval> services, long time) {
    int low = 0;
    int high = services.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (services.get(middle).end() > time) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
