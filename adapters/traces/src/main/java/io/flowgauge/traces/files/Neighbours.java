package io.flowgauge.traces.files;

import io.flowgauge.trace.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the files next to files that are read one after another. Each folder is examined once for
 * all consecutive files in it, because examining all its files for each of them would take hours if
 * there are thousands. Not thread-safe.
 */
final class Neighbours {
  private final List<RunReader> readers;
  private final List<Path> named;
  private Set<Path> namedFiles = Set.of();
  private Optional<Path> last = Optional.empty();
  private Folder lastFolder = new Folder(Map.of(), List.of());

  /**
   * Possible companions of the files in a folder.
   *
   * @param files the files by their real paths, sorted by name
   * @param remarks work that was left undone
   */
  record Folder(Map<Path, Offer> files, List<String> remarks) {}

  /**
   * Creates a search for the neighbours of the named files.
   *
   * @param named all files that are read; those of them that hold runs are not companions of each
   *     other
   */
  Neighbours(List<RunReader> readers, List<Path> named) {
    this.readers = readers;
    this.named = named;
  }

  /** Returns the files next to a file, and the file itself unless it is named and holds a run. */
  Folder of(Path file) throws IOException {
    Optional<Path> folder = Optional.of(file.resolveSibling(""));
    if (!folder.equals(last)) {
      lastFolder = look(file);
      last = folder;
    }
    return lastFolder;
  }

  private Folder look(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isReadable(folder)) {
      return new Folder(Map.of(), List.of());
    }
    List<Path> files = Offers.files(folder);
    if (files.size() > Offers.MAX_FILES) {
      return new Folder(
          Map.of(),
          List.of(
              "no companions were looked for, because there are more than "
                  + Offers.MAX_FILES
                  + " files next to it"));
    }
    Map<Path, Offer> found = new LinkedHashMap<>();
    for (Path each : files) {
      if (Files.isReadable(each)) {
        Path real = each.toRealPath();
        Offer offer = Offers.examine(file.resolveSibling(each.getFileName()), false, readers);
        if (!offer.isRun() || !isNamed(real)) {
          found.putIfAbsent(real, offer);
        }
      }
    }
    return new Folder(found, List.of());
  }

  private boolean isNamed(Path real) throws IOException {
    if (namedFiles.isEmpty()) {
      namedFiles = new HashSet<>();
      for (Path path : named) {
        if (Files.exists(path)) {
          namedFiles.add(path.toRealPath());
        }
      }
    }
    return namedFiles.contains(real);
  }
}
