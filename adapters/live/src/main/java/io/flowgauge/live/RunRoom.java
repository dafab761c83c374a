package io.flowgauge.live;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Makes room by moving finished runs to an archive when there are too many activities. Used by one
 * thread.
 */
final class RunRoom {
  private final RunArchive archive;
  private final long mostActivities;

  RunRoom(RunArchive archive, long mostActivities) {
    this.archive = archive;
    this.mostActivities = mostActivities;
  }

  /** Returns the finished runs to be moved, those that ended first first. */
  List<LiveRun> surplus(Collection<LiveRun> runs) {
    long[] count = {runs.stream().mapToLong(LiveRun::activities).sum()};
    return runs.stream()
        .filter(LiveRun::isFinished)
        .filter(LiveRun::isKept)
        .map(run -> Map.entry(run.changed(), run)) // Copied, because it may change during sorting.
        .sorted(Map.Entry.comparingByKey())
        .map(Map.Entry::getValue)
        .takeWhile(
            run -> {
              boolean isTooMany = count[0] > mostActivities;
              count[0] -= run.activities();
              return isTooMany;
            })
        .filter(LiveRun::isKnown) // Otherwise later, when what was posted last has been read.
        .toList();
  }

  /** Stores a run; returns a number for what was stored, by {@link LiveRun#known}. */
  long store(LiveRun run) throws IOException {
    long known = run.known();
    archive.store(run.finalRun().orElseThrow());
    return known;
  }
}
