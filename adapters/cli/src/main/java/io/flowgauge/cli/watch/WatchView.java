package io.flowgauge.cli.watch;

import io.flowgauge.live.LiveRun;
import java.io.IOException;
import java.util.List;

/** Shows watched runs. */
interface WatchView {

  /** Shows runs as they are now. */
  void show(List<LiveRun> runs) throws IOException;

  /** Shows runs that are looked at only once. */
  void once(List<LiveRun> runs) throws IOException;

  /** Shows what is of interest only at the end. */
  void end(List<LiveRun> runs) throws IOException;
}
