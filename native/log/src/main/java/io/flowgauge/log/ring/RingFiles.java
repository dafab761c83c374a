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

  /**
   * Where the rings of a log are, unless it was told otherwise.
   *
   * @param log the log
   * @return a folder, which may not exist
   */
  public static Path folder(Path log) {
    return log.resolveSibling(log.getFileName() + FOLDER);
  }

  /**
   * Rings in a folder.
   *
   * @param folder a folder that may not exist
   * @return their files, in the order of their names
   * @throws IOException if the folder cannot be read
   */
  public static List<Path> rings(Path folder) throws IOException {
    return list(folder, "", RING);
  }

  /**
   * The file with the types of a ring's log.
   *
   * @param ring a ring
   * @return the file, which may not exist
   */
  public static Path types(Path ring) {
    String name = ring.getFileName().toString();
    int end = name.lastIndexOf('-');
    return ring.resolveSibling((end < 0 ? name : name.substring(0, end)) + TYPES);
  }

  /**
   * Takes possession of what logs have left that are open no more: their processes died, or could
   * not write all when they closed them.
   *
   * @param folder a folder that may not exist
   * @return what they left, to be closed
   * @throws IOException if the folder cannot be read
   */
  public static List<DeadSession> dead(Path folder) throws IOException {
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
      return Optional.empty(); // Another user's, who may be at work still.
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
