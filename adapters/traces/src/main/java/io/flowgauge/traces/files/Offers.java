package io.flowgauge.traces.files;

import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** All files that may be part of a run, each examined once. Not thread-safe. */
final class Offers {
  /**
   * Limit on the files of a folder: a larger folder is unlikely to hold a single run, and examining
   * each file takes minutes.
   */
  static final int MAX_FILES = 10_000;

  private static final String UNREADABLE = "a file without permission to read it";
  private static final String READABLE = "a file or folder that can be read";

  private final List<RunReader> readers;
  private final Set<Path> seen = new LinkedHashSet<>();
  private final List<Offer> given = new ArrayList<>();
  private final List<Offer> siblings = new ArrayList<>();
  private final List<Offer> inSubfolders = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  private Offers(List<RunReader> readers) {
    this.readers = readers;
  }

  static Offers of(List<Path> paths, List<RunReader> readers, Neighbours neighbours)
      throws IOException {
    Offers offers = new Offers(readers);
    for (Path path : paths) {
      offers.addGiven(path);
    }
    for (Path path : paths) {
      offers.addBeside(path, neighbours);
    }
    offers.addBelow(paths);
    if (offers.given.isEmpty() && offers.inSubfolders.isEmpty()) {
      throw error(paths.get(0), "a folder without files", "a folder that holds a run");
    }
    return offers;
  }

  /** Returns the files directly in a folder; there may be none. */
  static Offers directlyIn(Path folder, List<RunReader> readers) throws IOException {
    Offers offers = new Offers(readers);
    offers.addFolder(folder);
    return offers;
  }

  /** Returns the files in a folder and in the folders below it; there may be none. */
  static Offers in(Path folder, List<RunReader> readers) throws IOException {
    Offers offers = directlyIn(folder, readers);
    offers.addBelow(List.of(folder));
    return offers;
  }

  boolean holdRun() {
    return Stream.concat(given.stream(), inSubfolders.stream()).anyMatch(Offer::isRun);
  }

  /** Returns the files that the caller named, or whose folder the caller named. */
  List<Offer> given() {
    return given;
  }

  /** Returns the files in the folder of a file that the caller named. */
  List<Offer> siblings() {
    return siblings;
  }

  /** Returns the files in the folders below a folder that the caller named, nearest first. */
  List<Offer> inSubfolders() {
    return inSubfolders;
  }

  /** Returns remarks about work that was left undone. */
  List<String> remarks() {
    return remarks;
  }

  private void addGiven(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw error(path, "no such file or folder", "the path of a trace file or folder");
    }
    if (Files.isDirectory(path)) {
      addFolder(path);
    } else if (!Files.isRegularFile(path)) {
      throw error(path, "neither a file nor a folder", "a regular file or a folder");
    } else if (seen.add(path.toRealPath())) {
      given.add(examine(path, true, readers));
    }
  }

  private void addFolder(Path folder) throws IOException {
    List<Path> files = files(folder);
    if (files.size() > MAX_FILES) {
      throw error(folder, "more than " + MAX_FILES + " files", "the folder of one run");
    }
    for (Path file : files) {
      if (seen.add(real(file))) {
        given.add(examine(file, false, readers));
      }
    }
  }

  private static Path real(Path file) throws IOException {
    try {
      return file.toRealPath();
    } catch (AccessDeniedException e) {
      throw error(file, UNREADABLE, READABLE);
    }
  }

  private void addBeside(Path path, Neighbours neighbours) throws IOException {
    if (Files.isDirectory(path)) {
      return;
    }
    Neighbours.Folder folder = neighbours.of(path);
    remarks.addAll(folder.remarks());
    folder
        .files()
        .forEach(
            (file, offer) -> {
              if (seen.add(file)) {
                siblings.add(offer);
              }
            });
  }

  private void addBelow(List<Path> paths) throws IOException {
    SubfolderFiles found = new SubfolderFiles();
    for (Path path : paths) {
      if (Files.isDirectory(path)) {
        found.add(path);
      }
    }
    for (Path file : found.files()) {
      if (!Files.isReadable(file)) {
        found.refuse(file);
      } else if (seen.add(file.toRealPath())) {
        inSubfolders.add(examine(file, false, readers));
      }
    }
    remarks.addAll(found.remarks());
  }

  /**
   * Returns the visible files in a folder, at most one more than allowed, so that a huge folder
   * takes no longer.
   */
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(file -> Files.isRegularFile(file) && !isHidden(file))
          .limit(MAX_FILES + 1L)
          .sorted()
          .toList();
    } catch (AccessDeniedException e) {
      throw denied(folder);
    } catch (UncheckedIOException e) {
      throw e.getCause() instanceof AccessDeniedException ? denied(folder) : e.getCause();
    }
  }

  private static TraceFormatException denied(Path folder) {
    return error(folder, "a folder without permission to read it", READABLE);
  }

  private static boolean isHidden(Path file) {
    return file.getFileName().toString().startsWith(".");
  }

  static Offer examine(Path path, boolean named, List<RunReader> readers) throws IOException {
    try {
      FileHead head = FileHead.of(path);
      return Offer.of(new TraceFile(path, head.text()), named, head.content(), readers);
    } catch (AccessDeniedException e) {
      throw error(path, UNREADABLE, READABLE);
    }
  }

  private static TraceFormatException error(Path path, String found, String expected) {
    return new TraceFormatException(path.toString(), "", found, expected);
  }
}
