package io.flowgauge.cli.run;

import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The runs named in a command, so that a run that is named twice is not mistaken for two runs that
 * agree. Not thread-safe.
 */
final class GivenRuns {
  private final Session session;

  /** Names in messages, by the identity of the place. */
  private final Map<Object, String> given = new HashMap<>();

  /** Names in messages, in the order in which the runs were given. */
  private final Map<RunContent, String> contents = new LinkedHashMap<>();

  GivenRuns(Session session) {
    this.session = session;
  }

  /**
   * Whether a run in a file or folder is new: see {@link #isNew(Object, String)}. A folder and a
   * file in it are refused together, because only a reader could tell whether both hold the same
   * run.
   */
  boolean isNew(Path path) throws IOException {
    Path real = real(path);
    String shown = session.shown(path);
    given.forEach((place, other) -> requireApart(real, shown, place, other));
    return isNew(real, shown);
  }

  /** Returns the real path of a file or folder, which is equal for all its names. */
  static Path real(Path path) throws IOException {
    return Files.exists(path) ? path.toRealPath() : path;
  }

  private static void requireApart(Path path, String shown, Object place, String other) {
    if (place instanceof Path earlier && !path.equals(earlier)) {
      if (path.startsWith(earlier)) {
        throw inside(shown, other);
      }
      if (earlier.startsWith(path)) {
        throw inside(other, shown);
      }
    }
  }

  private static WrongUsageException inside(String inner, String outer) {
    return new WrongUsageException(
        inner
            + " is in "
            + outer
            + ", which is also given as a run, so that a run could count twice; name the file of"
            + " each run, or only one of these");
  }

  /**
   * Whether a place has not been given before; if it has, reports that its runs are used once.
   *
   * @param place identity of the place: a real path, or another key
   * @param shown name of the place in messages
   */
  boolean isNew(Object place, String shown) {
    if (given.putIfAbsent(place, shown) == null) {
      return true;
    }
    session.say(shown + " is given twice; it is used once");
    return false;
  }

  /**
   * Whether the content of a run is that of none given before; if it is, reports that the run is
   * used once.
   *
   * @param shown name of the run in messages
   */
  boolean isOther(RunContent run, String shown) {
    String same = contents.putIfAbsent(run, shown);
    if (same != null) {
      session.say(shown + " is the same run as " + same + "; it is used once");
    }
    return same == null;
  }

  /**
   * Reports the runs that an earlier group contains as well.
   *
   * @param earlier the runs of earlier groups, with their names in messages; the runs of this group
   *     are added
   */
  void nameShared(Map<RunContent, String> earlier) {
    contents.forEach(
        (run, shown) -> {
          String same = earlier.putIfAbsent(run, shown);
          if (same != null) {
            session.say(
                (same.equals(shown)
                        ? shown + " is in two groups"
                        : shown + " and " + same + " are the same run in two groups")
                    + "; in their comparison, it is compared with itself");
          }
        });
  }
}
