package io.flowgauge.cli.watch;

import io.flowgauge.live.LiveRun;
import java.io.IOException;
import java.util.List;

/** How watched runs are shown. */
interface WatchView {

  /** Shows runs as they are now. */
  void show(List<LiveRun> runs) throws IOException;

  /** Shows runs that are looked at only once. */
  void once(List<LiveRun> runs) throws IOException;

  /** Shows what is only worth showing at the end. */
  void end(List<LiveRun> runs) throws IOException;
}
