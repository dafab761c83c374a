package io.flowgauge.log.ring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Names of the files in a folder of rings. */
public final class RingFiles {
  static final String LOCK = ".lock";
  static final String TYPES = ".types";
  static final String RING = ".ring";
  private static final String FOLDER = ".rings";

  private RingFiles() {}

  /** Default folder of a log's rings; it may not exist. */
  public static Path folder(Path log) {
    return log.resolveSibling(log.getFileName() + FOLDER);
  }

  /**
   * Rings in a folder.
   *
   * @param folder a folder that may not exist
   * @return ring files, sorted by name
   */
  public static List<Path> rings(Path folder) throws IOException {
    return list(folder, "", RING);
  }

  /** The file with the event types of a ring's log; it may not exist. */
  public static Path types(Path ring) {
    String name = ring.getFileName().toString();
    int end = name.lastIndexOf('-');
    return ring.resolveSibling((end < 0 ? name : name.substring(0, end)) + TYPES);
  }

  /**
   * Locks the files of dead sessions, whose processes died or could not write everything when they
   * closed the log.
   *
   * @param folder a folder that may not exist
   * @return dead sessions, which the caller must close
   */
  public static List<DeadSession> lockDeadSessions(Path folder) throws IOException {
    List<DeadSession> dead = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      for (Path file : list(folder.toRealPath(), "", LOCK)) {
        take(file).ifPresent(lock -> dead.add(new DeadSession(lock)));
      }
    }
    return dead;
  }

  private static Optional<RingLock> take(Path file) {
    try {
      return RingLock.take(file);
    } catch (IOException e) {
      return Optional.empty(); // It belongs to another user, who may still be using it.
    }
  }

  static List<Path> list(Path folder, String prefix, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(f -> f.getFileName().toString().startsWith(prefix))
          .filter(f -> f.getFileName().toString().endsWith(ending))
          .sorted()
          .toList();
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    }
  }
}
