package io.flowgauge.traces.files;

import static java.util.stream.Collectors.toCollection;

import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Finds the folder or folders of runs below a folder that holds none itself. Stateless. */
final class RunFolders {

  private RunFolders() {}

  /** Returns the one folder below that contains all folders with runs; empty if there is no run. */
  static Optional<Path> only(Offers offers, List<Path> paths) throws TraceFormatException {
    Set<Path> folders =
        offers.inSubfolders().stream()
            .filter(Offer::isRun)
            .map(Offer::folder)
            .collect(toCollection(TreeSet::new));
    if (folders.isEmpty() || paths.size() != 1 || !Files.isDirectory(paths.get(0))) {
      return Optional.empty();
    }
    Optional<Path> outer =
        folders.stream().filter(one -> folders.stream().allMatch(f -> f.startsWith(one))).findAny();
    if (outer.isEmpty()) {
      throw severalFoldersError(paths.get(0), folders);
    }
    return outer;
  }

  /**
   * Returns the folders in a folder, if at least two hold runs and it holds none itself; otherwise
   * only the path. Folders without a run, or that cannot be read, are included, so that reading
   * reports them.
   */
  static List<Path> in(Path path, List<RunReader> readers) throws IOException {
    if (!Files.isDirectory(path) || Offers.directlyIn(path, readers).holdRun()) {
      return List.of(path);
    }
    List<Path> folders = folders(path);
    int runs = 0;
    for (int k = 0; k < folders.size() && runs < 2; k++) {
      runs += holdsRun(folders.get(k), readers) ? 1 : 0;
    }
    return runs < 2 ? List.of(path) : folders;
  }

  private static boolean holdsRun(Path folder, List<RunReader> readers) throws IOException {
    try {
      return Offers.in(folder, readers).holdRun();
    } catch (TraceFormatException e) {
      return false;
    }
  }

  private static List<Path> folders(Path path) throws IOException {
    try (Stream<Path> entries = Files.list(path)) {
      return entries
          .filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
          .filter(SubfolderFiles::isVisible)
          .sorted()
          .toList();
    }
  }

  private static TraceFormatException severalFoldersError(Path given, Set<Path> folders) {
    List<String> names = folders.stream().map(f -> given.relativize(f).toString()).toList();
    return new TraceFormatException(
        given.toString(),
        "",
        names.size() + " folders that hold runs: " + RunInput.shortened(names),
        "the folder of one run");
  }
}
