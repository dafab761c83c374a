package io.flowgauge.cli.log;

import io.flowgauge.cli.Session;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.StreamId;
import io.flowgauge.log.text.EventForm;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Growing logs: returns the events added since the last call, in known files and in new ones. A
 * file is known by its identity, not its name, so that it is read to its end even after it is
 * renamed. Not thread-safe.
 */
final class FollowedLogs implements Closeable {
  private final List<Path> paths;
  private final Session session;
  private final Map<Object, FollowedFile> files = new LinkedHashMap<>();
  private final Set<Object> gone = new HashSet<>();
  private final Map<StreamId, Long> seen = new HashMap<>();

  /**
   * Starts following files.
   *
   * @param paths files and folders, which must exist
   */
  FollowedLogs(List<Path> paths, Session session) throws IOException {
    this.paths = paths;
    this.session = session;
    for (Path path : paths) {
      for (LogFiles.LogFile file : LogFiles.of(path)) {
        add(file);
      }
    }
  }

  private Object add(LogFiles.LogFile file) throws IOException {
    Object key = key(file.path());
    FollowedFile known = files.get(key);
    if (known != null && known.isCutBack(Files.size(file.path()))) {
      files.remove(key).close();
      known = null;
    }
    if (known == null) {
      files.put(key, open(file));
    }
    return key;
  }

  private FollowedFile open(LogFiles.LogFile file) throws IOException {
    return file.form() == EventForm.BINARY
        ? new FollowedBlocks(file.path(), session)
        : new FollowedText(file, session);
  }

  private static Object key(Path path) throws IOException {
    Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    return key == null ? path.toAbsolutePath() : key;
  }

  /** Returns the added events, in time order. */
  EventCursor appended() throws IOException {
    closeGone();
    Set<Object> present = addPresentFiles();
    List<EventCursor> cursors = new ArrayList<>();
    for (FollowedFile file : files.values()) {
      cursors.add(file.appended());
    }
    gone.addAll(files.keySet());
    gone.removeAll(present);
    EventCursor all = cursors.size() == 1 ? cursors.get(0) : EventCursor.merged(cursors);
    return new UnseenCursor(all, seen);
  }

  /** Closes files that lost their name; they have been read once more since then. */
  private void closeGone() throws IOException {
    for (Object key : gone) {
      files.remove(key).close();
    }
    gone.clear();
  }

  private Set<Object> addPresentFiles() {
    Set<Object> present = new HashSet<>();
    for (Path path : paths) {
      try {
        for (LogFiles.LogFile file : LogFiles.of(path)) {
          present.add(add(file));
        }
      } catch (IOException e) {
        // The file is being rotated, or still empty, and is examined again next time.
      }
    }
    return present;
  }

  @Override
  public void close() throws IOException {
    for (FollowedFile file : files.values()) {
      file.close();
    }
  }
}
