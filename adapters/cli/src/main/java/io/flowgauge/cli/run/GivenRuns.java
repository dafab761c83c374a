package io.flowgauge.cli.run;

import io.flowgauge.cli.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Runs that are given, so that one that is given twice does not seem to be two that agree. Not
 * thread-safe.
 */
final class GivenRuns {
  private final Session session;
  private final Map<Object, String> given = new LinkedHashMap<>();

  GivenRuns(Session session) {
    this.session = session;
  }

  /** Whether a run in a file or folder is new: see {@link #isNew(Object, String)}. */
  boolean isNew(Path path) throws IOException {
    return isNew(Files.exists(path) ? path.toRealPath() : path, session.shown(path));
  }

  /**
   * Whether a run has not been given before; if it has, reports that it counts once.
   *
   * @param run identity of the run
   * @param shown name of the run in messages
   */
  boolean isNew(Object run, String shown) {
    if (given.putIfAbsent(run, shown) == null) {
      return true;
    }
    session.say(shown + " is given twice; it counts once");
    return false;
  }

  /**
   * Reports the runs that an earlier group contains as well.
   *
   * @param earlier the runs of earlier groups, with their names in messages; the runs of this group
   *     are added
   */
  void nameShared(Map<Object, String> earlier) {
    given.forEach(
        (run, shown) -> {
          if (earlier.putIfAbsent(run, shown) != null) {
            session.say(shown + " is in two groups: between them, it is compared with itself");
          }
        });
  }
}
