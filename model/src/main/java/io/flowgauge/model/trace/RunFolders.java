package io.flowgauge.model.trace;

import static java.util.stream.Collectors.toCollection;

import io.flowgauge.trace.TraceFormatException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds the folder of the run below a folder that holds none itself. Stateless. */
final class RunFolders {

  private RunFolders() {}

  /**
   * The one folder below that holds a run, or that all others with runs are in; empty if there is
   * none.
   *
   * @throws TraceFormatException if there are several
   */
  static Optional<Path> only(Offers offers, List<Path> paths) throws TraceFormatException {
    Set<Path> folders =
        offers.below().stream()
            .filter(Offer::isRun)
            .map(Offer::folder)
            .collect(toCollection(TreeSet::new));
    if (folders.isEmpty() || paths.size() != 1 || !Files.isDirectory(paths.get(0))) {
      return Optional.empty();
    }
    Optional<Path> outer =
        folders.stream().filter(one -> folders.stream().allMatch(f -> f.startsWith(one))).findAny();
    if (outer.isEmpty()) {
      throw several(paths.get(0), folders);
    }
    return outer;
  }

  private static TraceFormatException several(Path given, Set<Path> folders) {
    List<String> names = folders.stream().map(f -> given.relativize(f).toString()).toList();
    return new TraceFormatException(
        given.toString(),
        "",
        names.size() + " folders that hold runs: " + RunInput.shortened(names),
        "the folder of one run");
  }
}
