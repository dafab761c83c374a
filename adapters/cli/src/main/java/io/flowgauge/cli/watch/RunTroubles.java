package io.flowgauge.cli.watch;

import io.flowgauge.cli.Session;
import io.flowgauge.live.LiveRun;
import java.util.HashMap;
import java.util.Map;

/**
 * Reports on standard error, once for each run, why it can no longer be read, if its display has no
 * room for that. Not thread-safe.
 */
final class RunTroubles {
  private final Session session;
  private final Map<LiveRun, String> reported = new HashMap<>();

  RunTroubles(Session session) {
    this.session = session;
  }

  /** Reports the trouble of a run, if it is new. */
  void report(LiveRun run) {
    String trouble = run.trouble();
    if (!trouble.equals(reported.getOrDefault(run, ""))) {
      reported.put(run, trouble);
      if (!trouble.isEmpty()) {
        session.say(trouble);
      }
    }
  }
}
