package io.flowgauge.live;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Makes room: stores finished runs elsewhere when there are too many activities. Used by one
 * thread.
 */
final class RunRoom {
  private final RunArchive archive;
  private final long mostActivities;

  RunRoom(RunArchive archive, long mostActivities) {
    this.archive = archive;
    this.mostActivities = mostActivities;
  }

  /** The finished runs that have to go, the one that has been over longest first. */
  List<LiveRun> surplus(Collection<LiveRun> runs) {
    long[] count = {runs.stream().mapToLong(LiveRun::activities).sum()};
    return runs.stream()
        .filter(LiveRun::isFinished)
        .filter(LiveRun::isKept)
        .map(run -> Map.entry(run.changed(), run)) // It may change while they are sorted.
        .sorted(Map.Entry.comparingByKey())
        .map(Map.Entry::getValue)
        .takeWhile(
            run -> {
              boolean isTooMany = count[0] > mostActivities;
              count[0] -= run.activities();
              return isTooMany;
            })
        .toList();
  }

  void store(LiveRun run) throws IOException {
    archive.store(run.whole().orElseThrow());
  }
}
