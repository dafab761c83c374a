package io.flowgauge.traces.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lists the files in the folders below a folder, nearest first and within a folder by name. Hidden
 * files and folders and symbolic links are left out. Depth and number are limited, so that a folder
 * with a large tree below is searched as quickly as one with a small tree. Not thread-safe.
 */
final class SubfolderFiles {
  /**
   * Levels of folders searched: engines write a run's folder with one or two levels of folders for
   * its parts.
   */
  static final int MAX_DEPTH = 2;

  /** Maximum number of files and folders examined below all folders of an input. */
  static final int MAX_ENTRIES = 10_000;

  private final List<Path> files = new ArrayList<>();
  private final List<Path> refused = new ArrayList<>();
  private int room = MAX_ENTRIES;
  private boolean cut;

  private record Level(Path folder, int depth) {}

  /** Adds the files below one more folder. */
  void add(Path top) throws IOException {
    Deque<Level> waiting = new ArrayDeque<>();
    waiting.add(new Level(top, 0));
    while (!waiting.isEmpty()) {
      Level level = waiting.remove();
      for (Path entry : entries(level.folder())) {
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          if (level.depth() < MAX_DEPTH) {
            waiting.add(new Level(entry, level.depth() + 1));
          }
        } else if (level.depth() > 0 && Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
          files.add(entry);
        }
      }
    }
  }

  private List<Path> entries(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> some =
          entries.filter(SubfolderFiles::isVisible).limit(room + 1L).sorted().toList();
      cut |= some.size() > room;
      some = some.subList(0, Math.min(room, some.size()));
      room -= some.size();
      return some;
    } catch (AccessDeniedException e) {
      refused.add(folder);
    } catch (UncheckedIOException e) { // some folders of /proc can be opened, but not read
      if (!(e.getCause() instanceof AccessDeniedException)) {
        throw e.getCause();
      }
      refused.add(folder);
    }
    return List.of();
  }

  static boolean isVisible(Path entry) {
    return !entry.getFileName().toString().startsWith(".");
  }

  List<Path> files() {
    return files;
  }

  /** Notes a file that may not be read. */
  void refuse(Path file) {
    refused.add(file);
  }

  /** Describes what was left out; empty if nothing was. */
  List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    if (cut) {
      remarks.add(
          "of the folders below it only the first " + MAX_ENTRIES + " files and folders are used");
    }
    if (!refused.isEmpty()) {
      remarks.add(
          "without permission to read: "
              + RunInput.shortened(refused.stream().map(Path::toString).toList()));
    }
    return remarks;
  }
}
