package io.flowgauge.model.trace;

import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The file that is the run, with its reader and what belongs to it.
 *
 * @param run the file that holds the run
 * @param reader the one that reads it
 * @param companions what the reader recognised as companions, named files first
 */
record Choice(Offer run, RunReader reader, List<TraceFile> companions) {

  static Choice among(Offers offers, List<Path> paths, String formats) throws TraceFormatException {
    List<Offer> runs = offers.given().stream().filter(offer -> !offer.runs().isEmpty()).toList();
    if (runs.isEmpty()) {
      throw nothing(offers, paths, formats);
    }
    List<Offer> first = runs.stream().filter(run -> takesIn(run, runs)).toList();
    if (first.size() != 1) {
      throw several(runs, paths);
    }
    Offer run = first.get(0);
    RunReader reader = run.runs().get(0);
    List<TraceFile> companions =
        Stream.concat(offers.given().stream(), offers.beside().stream())
            .filter(offer -> offer.isCompanionFor(reader))
            .map(Offer::file)
            .toList();
    return new Choice(run, reader, companions);
  }

  private static boolean takesIn(Offer run, List<Offer> runs) {
    RunReader reader = run.runs().get(0);
    return runs.stream().allMatch(other -> other.equals(run) || other.isCompanionFor(reader));
  }

  private static TraceFormatException several(List<Offer> runs, List<Path> paths) {
    List<String> names = runs.stream().map(Offer::described).toList();
    return new TraceFormatException(
        paths.get(0).toString(),
        "",
        runs.size() + " runs: " + RunInput.shortened(names),
        "one run (name the file of one)");
  }

  private static TraceFormatException nothing(Offers offers, List<Path> paths, String formats) {
    Path path = paths.get(0);
    boolean single = offers.given().size() == 1 && !Files.isDirectory(path);
    String found =
        single ? content(offers.given().get(0)) : "no run among " + counted(offers.given());
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
    List<String> names = offers.stream().map(Choice::withContent).toList();
    return names.size() + (names.size() == 1 ? " file: " : " files: ") + RunInput.shortened(names);
  }

  private static String withContent(Offer offer) {
    return offer.file().fileName()
        + offer.content().map(content -> " (" + content + ")").orElse("");
  }

  boolean uses(Offer offer) {
    return offer.equals(run) || companions.contains(offer.file());
  }

  /** Formats of the other readers that see a run in the file. */
  List<String> rivals() {
    return run.runs().stream().skip(1).map(RunReader::format).toList();
  }

  String summary() {
    List<String> names = companions.stream().map(TraceFile::fileName).toList();
    return "read as "
        + reader.format()
        + (names.isEmpty() ? "" : ", with " + RunInput.shortened(names));
  }
}
