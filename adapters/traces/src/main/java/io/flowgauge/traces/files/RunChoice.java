package io.flowgauge.traces.files;

import static java.util.stream.Collectors.toCollection;

import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The file that is the run, with its reader and the files that belong to it.
 *
 * @param run the file that holds the run
 * @param reader the reader of the run
 * @param companions files that the reader recognised as companions: named files first, then those
 *     next to them, then those in folders below
 * @param supplements further descriptions of the same run, in the same order
 * @param otherRunFolders folders below that hold runs of their own
 */
record RunChoice(
    Offer run,
    RunReader reader,
    List<Offer> companions,
    List<Offer> supplements,
    Set<Path> otherRunFolders) {

  /** Returns the one run among the files offered; empty if none of the named files holds a run. */
  static Optional<RunChoice> among(Offers offers, List<Path> paths) throws TraceFormatException {
    List<Offer> runs = leading(offers.given().stream().filter(Offer::isRun).toList());
    if (runs.isEmpty()) {
      return Optional.empty();
    }
    List<RunChoice> choices = new ArrayList<>();
    for (RunReader reader : readers(runs)) {
      main(reader, runs)
          .filter(run -> coversAll(reader, runs))
          .ifPresent(run -> choices.add(of(run, reader, offers)));
    }
    if (choices.size() != 1) {
      throw severalRunsError(runs, paths);
    }
    return Optional.of(choices.get(0));
  }

  /** Returns the runs that engines wrote themselves; all runs if there are none but supplements. */
  private static List<Offer> leading(List<Offer> runs) {
    List<Offer> leading = runs.stream().filter(run -> !run.isSupplement()).toList();
    return leading.isEmpty() ? runs : leading;
  }

  private static Set<RunReader> readers(List<Offer> runs) {
    return runs.stream().map(Offer::reader).collect(toCollection(LinkedHashSet::new));
  }

  /** Returns the run of a reader; if there are several, the one that the reader chooses. */
  private static Optional<Offer> main(RunReader reader, List<Offer> runs) {
    List<Offer> own = runs.stream().filter(run -> run.reader() == reader).toList();
    if (own.size() == 1) {
      return Optional.of(own.get(0));
    }
    Optional<TraceFile> main = Offer.main(reader, own);
    return own.stream().filter(run -> main.equals(Optional.of(run.file()))).findFirst();
  }

  private static boolean coversAll(RunReader reader, List<Offer> runs) {
    return runs.stream().allMatch(run -> run.reader() == reader || run.isCompanionFor(reader));
  }

  private static RunChoice of(Offer run, RunReader reader, Offers offers) {
    Set<Path> otherRunFolders = foldersOfOtherRuns(run, reader, offers);
    List<Offer> companions = new ArrayList<>();
    for (Offer offer : offers.given()) {
      if (!offer.equals(run) && (offer.isCompanionFor(reader) || offer.isRunOf(reader))) {
        companions.add(offer);
      }
    }
    for (Offer offer : offers.siblings()) {
      if (offer.isCompanionFor(reader) || belongsTo(run, offer, reader)) {
        companions.add(offer);
      }
    }
    for (Offer offer : offers.inSubfolders()) {
      if (offer.isCompanionFor(reader) && !isApart(offer, otherRunFolders)) {
        companions.add(offer);
      }
    }
    List<Offer> supplements =
        run.isSupplement() ? List.of() : supplements(companions, offers, otherRunFolders);
    return new RunChoice(run, reader, companions, supplements, otherRunFolders);
  }

  private static List<Offer> supplements(
      List<Offer> companions, Offers offers, Set<Path> otherRunFolders) {
    return Stream.of(offers.given(), offers.siblings(), offers.inSubfolders())
        .flatMap(List::stream)
        .filter(Offer::isSupplement)
        .filter(offer -> !companions.contains(offer) && !isApart(offer, otherRunFolders))
        .toList();
  }

  /**
   * Whether a file next to the named one, in which the reader sees a run, is part of the named run.
   */
  private static boolean belongsTo(Offer run, Offer beside, RunReader reader) {
    return beside.isRunOf(reader)
        && Offer.main(reader, List.of(run, beside)).equals(Optional.of(run.file()));
  }

  /** Returns the folders with runs of their own, which have their own companions. */
  private static Set<Path> foldersOfOtherRuns(Offer run, RunReader reader, Offers offers) {
    return offers.inSubfolders().stream()
        .filter(offer -> offer.isRun() && !offer.isCompanionFor(reader))
        .filter(offer -> run.isSupplement() || !offer.isSupplement())
        .map(Offer::folder)
        .collect(toCollection(LinkedHashSet::new));
  }

  private static boolean isApart(Offer offer, Set<Path> otherRunFolders) {
    return otherRunFolders.stream().anyMatch(offer.folder()::startsWith);
  }

  private static TraceFormatException severalRunsError(List<Offer> runs, List<Path> paths) {
    List<String> names = runs.stream().map(Offer::described).toList();
    return new TraceFormatException(
        paths.get(0).toString(),
        "",
        runs.size() + " runs: " + RunInput.shortened(names),
        "one run (name the file of one)");
  }

  /** Creates the error for files that hold no run. */
  static TraceFormatException nothing(Offers offers, List<Path> paths, String formats) {
    Path path = paths.get(0);
    List<Offer> all = offers.given().isEmpty() ? offers.inSubfolders() : offers.given();
    boolean single = all.size() == 1 && !Files.isDirectory(path);
    String found = single ? content(all.get(0)) : "no run among " + counted(all);
    return new TraceFormatException(path.toString(), "", found, formats);
  }

  private static String content(Offer offer) {
    if (!offer.companions().isEmpty()) {
      return "a companion of a run of the format "
          + offer.companions().get(0).format()
          + ", without the run";
    }
    return offer.content().orElse("text of no known format");
  }

  private static String counted(List<Offer> offers) {
    List<String> names = offers.stream().map(RunChoice::withContent).toList();
    return names.size() + (names.size() == 1 ? " file: " : " files: ") + RunInput.shortened(names);
  }

  private static String withContent(Offer offer) {
    return offer.file().fileName()
        + offer.content().map(content -> " (" + content + ")").orElse("");
  }

  /** Returns the total size of its files. */
  long bytes() throws IOException {
    long bytes = Files.size(run.file().path());
    for (List<Offer> offers : List.of(companions, supplements)) {
      for (Offer offer : offers) {
        bytes += Files.size(offer.file().path());
      }
    }
    return bytes;
  }

  List<TraceFile> companionFiles() {
    return companions.stream().map(Offer::file).toList();
  }

  /** Returns the formats of the other readers that see a run in the file. */
  List<String> rivals() {
    return run.runs().stream().skip(1).map(RunReader::format).toList();
  }

  String summary(List<Path> paths) {
    List<String> names =
        Stream.concat(supplements.stream(), companions.stream())
            .map(offer -> offer.relativePath(paths))
            .toList();
    return "read as "
        + reader.format()
        + (names.isEmpty() ? "" : ", with " + RunInput.shortened(names));
  }
}
