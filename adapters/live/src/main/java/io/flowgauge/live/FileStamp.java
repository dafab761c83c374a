package io.flowgauge.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lengths and times of files, which show whether they have changed. Immutable and thread-safe.
 *
 * @param files the stamps by path
 * @param neighbours those of them that only lie next to watched files
 * @param newest time of the latest modification; the epoch if there are no files
 */
record FileStamp(Map<Path, String> files, Set<Path> neighbours, FileTime newest) {
  static final FileStamp NONE = new FileStamp(Map.of(), Set.of(), FileTime.fromMillis(0));

  /** Depth to which readers search for files of a run. */
  private static final int DEEPEST = 3;

  private static final int MOST = 10_000;

  FileStamp {
    files = Map.copyOf(files);
    neighbours = Set.copyOf(neighbours);
  }

  /** Whether the watched files are unchanged, regardless of files next to them. */
  boolean hasSameContent(FileStamp before) {
    return content().equals(before.content());
  }

  private Map<Path, String> content() {
    Map<Path, String> content = new HashMap<>(files);
    content.keySet().removeAll(neighbours);
    return content;
  }

  /**
   * Returns the stamp of files, including those next to them, and of folders, including their
   * contents.
   */
  static FileStamp of(List<Path> paths) throws IOException {
    Search search = new Search();
    Set<Path> neighbours = new HashSet<>();
    for (Path path : paths) {
      if (!Files.exists(path)) {
        throw new NoSuchFileException(path.toString(), null, "there is no such file or folder");
      }
      boolean isFolder = Files.isDirectory(path);
      Path folder = isFolder ? path : path.toAbsolutePath().getParent();
      Files.walkFileTree(
          folder, EnumSet.noneOf(FileVisitOption.class), isFolder ? DEEPEST : 1, search);
      search.add(path.toAbsolutePath());
      if (!isFolder) {
        search.files.keySet().stream()
            .filter(file -> file.startsWith(folder))
            .forEach(neighbours::add);
      }
    }
    for (Path path : paths) {
      Path own = path.toAbsolutePath();
      neighbours.removeIf(Files.isDirectory(path) ? file -> file.startsWith(own) : own::equals);
    }
    return new FileStamp(search.files, neighbours, search.newest);
  }

  private static final class Search extends SimpleFileVisitor<Path> {
    final Map<Path, String> files = new HashMap<>();
    FileTime newest = FileTime.fromMillis(0);

    /** Adds a named file even if it is a link, or there are too many next to it. */
    void add(Path path) {
      try {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        if (attributes.isRegularFile()) {
          note(path, attributes);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void note(Path file, BasicFileAttributes attributes) {
      FileTime written = attributes.lastModifiedTime();
      files.put(file, attributes.size() + " " + written);
      newest = newest.compareTo(written) < 0 ? written : newest;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile()) {
        note(file.toAbsolutePath(), attributes);
      }
      return files.size() < MOST ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
    }

    /** Ignores a file that disappears during the search. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE;
    }
  }
}
