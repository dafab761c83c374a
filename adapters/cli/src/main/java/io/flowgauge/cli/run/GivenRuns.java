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
  private final Map<Object, String> given = new LinkedHashMap<>();
  private final Map<RunContent, String> inFiles = new HashMap<>();
  private final Map<RunContent, String> stored = new HashMap<>();

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
    given.forEach((run, other) -> requireApart(real, shown, run, other));
    return isNew(real, shown);
  }

  /** Returns the real path of a file or folder, which is equal for all its names. */
  static Path real(Path path) throws IOException {
    return Files.exists(path) ? path.toRealPath() : path;
  }

  private static void requireApart(Path path, String shown, Object run, String other) {
    if (run instanceof Path earlier && !path.equals(earlier)) {
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
   * Whether a run has not been given before; if it has, reports that it is used once.
   *
   * @param run identity of the run
   * @param shown name of the run in messages
   */
  boolean isNew(Object run, String shown) {
    if (given.putIfAbsent(run, shown) == null) {
      return true;
    }
    session.say(shown + " is given twice; it is used once");
    return false;
  }

  /**
   * Whether a run from a file is not one of the stored runs given before; if it is, reports that it
   * is used once.
   */
  boolean isNotStored(RunContent run, String shown) {
    inFiles.put(run, shown);
    return isOther(shown, stored.get(run));
  }

  /**
   * Whether a stored run is not one of the runs given before as files; if it is, reports that it is
   * used once.
   */
  boolean isNotInFile(RunContent run, String shown) {
    stored.put(run, shown);
    return isOther(shown, inFiles.get(run));
  }

  private boolean isOther(String shown, String same) {
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
  void nameShared(Map<Object, String> earlier) {
    given.forEach(
        (run, shown) -> {
          if (earlier.putIfAbsent(run, shown) != null) {
            session.say(
                shown + " is in two groups; in their comparison, it is compared with itself");
          }
        });
  }
}
