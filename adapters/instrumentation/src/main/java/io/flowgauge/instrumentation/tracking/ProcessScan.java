package io.flowgauge.instrumentation.tracking;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds the processes that have started or executed another program since the last scan. A forked
 * process that is still a copy of its parent is reported only if it still is one at the next scan:
 * most of them execute another program at once, and a vforked one shares its parent's memory until
 * then. Not thread-safe.
 */
final class ProcessScan {
  /**
   * A process is examined at each of its first ten scans, then only at every tenth scan, because
   * exec becomes rare.
   */
  private static final int YOUNG = 10;

  private final ProcTable table;
  private final Map<Long, Seen> known = new HashMap<>();
  private OptionalLong lastPid = OptionalLong.empty();
  private long scans;
  private long unseen;

  ProcessScan(ProcTable table) {
    this.table = table;
  }

  /** A process, as it was at its last scan. */
  private static final class Seen {
    private final ProcStat stat;
    private boolean isPending;
    private int scans;

    Seen(ProcStat stat, boolean isPending) {
      this.stat = stat;
      this.isPending = isPending;
    }
  }

  /** Scans all processes; returns those that have appeared or run another program. */
  List<ProcStat> findNew() {
    OptionalLong last = table.lastPid();
    Set<Long> present = new HashSet<>(table.pids());
    List<ProcStat> appeared = new ArrayList<>();
    int news = 0;
    for (long pid : present) {
      Seen seen = known.get(pid);
      news += seen == null ? 1 : 0;
      if (seen == null || seen.scans < YOUNG || seen.isPending || scans % YOUNG == 0) {
        look(pid, seen).ifPresent(appeared::add);
      }
    }
    known.keySet().retainAll(present);
    countUnseen(last, news);
    scans++;
    return appeared;
  }

  /** As {@link #findNew()}, but scans only processes whose start was reported. */
  List<ProcStat> findNew(Collection<Long> pids) {
    List<ProcStat> appeared = new ArrayList<>();
    for (long pid : new HashSet<>(pids)) {
      look(pid, known.get(pid)).ifPresent(appeared::add);
    }
    return appeared;
  }

  private Optional<ProcStat> look(long pid, Seen seen) {
    Optional<ProcStat> found = table.stat(pid);
    if (found.isEmpty()) {
      known.remove(pid);
      return found;
    }
    ProcStat now = found.get();
    if (seen != null && seen.stat.isSameImage(now)) {
      return countScan(seen) ? found : Optional.empty();
    }
    boolean isPending = scans > 0 && isCopy(now);
    known.put(pid, new Seen(now, isPending));
    return isPending ? Optional.empty() : found;
  }

  private boolean isCopy(ProcStat stat) {
    Seen parent = known.get(stat.parent());
    return parent != null && stat.isCopyOf(parent.stat);
  }

  /** Counts another look at an unchanged process; returns whether it is still to be reported. */
  private static boolean countScan(Seen seen) {
    boolean wasPending = seen.isPending;
    seen.isPending = false;
    seen.scans++;
    return wasPending;
  }

  /**
   * Counts ids that no process seen has. Ids are given in order, to threads as well; if they have
   * wrapped around, none is counted.
   */
  private void countUnseen(OptionalLong last, int news) {
    if (scans > 0 && last.isPresent() && lastPid.isPresent()) {
      unseen += Math.max(0, last.getAsLong() - lastPid.getAsLong() - news);
    }
    lastPid = last;
  }

  /**
   * Returns how many ids were given between scans to threads, and to processes too short-lived to
   * be seen.
   */
  long unseen() {
    return unseen;
  }
}
