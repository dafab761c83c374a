package io.flowgauge.cli.run;

import io.flowgauge.cli.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs that are given. One that counted twice would seem to be two that agree. Not thread-safe. */
final class GivenRuns {
  private final Session session;
  private final Map<Object, String> given = new LinkedHashMap<>();

  GivenRuns(Session session) {
    this.session = session;
  }

  /** A run in a file or folder: what {@link #isNew(Object, String)} says of that. */
  boolean isNew(Path path) throws IOException {
    return isNew(Files.exists(path) ? path.toRealPath() : path, session.shown(path));
  }

  /**
   * Whether a run is not given yet. If it is, says that it counts once.
   *
   * @param run what no other run is equal to
   * @param shown what it is called
   */
  boolean isNew(Object run, String shown) {
    if (given.putIfAbsent(run, shown) == null) {
      return true;
    }
    session.say(shown + " is given twice; it counts once");
    return false;
  }

  /**
   * Names those that an earlier group has as well.
   *
   * @param earlier the runs of earlier groups and what they are called; these are added
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
