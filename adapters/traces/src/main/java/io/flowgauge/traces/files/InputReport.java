package io.flowgauge.traces.files;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Reports which files a run was read from, and which were not used. Not thread-safe. */
final class InputReport {
  private static final String INPUT = "input";

  private final List<Path> paths;
  private final Offers offers;
  private final RunChoice choice;
  private final Set<Offer> used = Collections.newSetFromMap(new IdentityHashMap<>());

  InputReport(List<Path> paths, Offers offers, RunChoice choice) {
    this.paths = paths;
    this.offers = offers;
    this.choice = choice;
    used.add(choice.run());
    used.addAll(choice.companions());
    used.addAll(choice.supplements());
  }

  void report(RunRecorder recorder) {
    String file = choice.run().file().fileName();
    recorder.diagnostic(Diagnostic.info(file, choice.summary(paths)));
    if (!choice.rivals().isEmpty()) {
      String rivals = String.join(", ", choice.rivals());
      recorder.diagnostic(Diagnostic.warning(file, "could also be read as " + rivals));
    }
    List<String> named = unused(true);
    if (!named.isEmpty()) {
      String names = RunInput.shortened(named);
      recorder.diagnostic(Diagnostic.warning(INPUT, "named, but not used: " + names));
    }
    info(recorder, "not part of the run: ", rest());
    info(recorder, "folders that hold runs of their own: ", shown(choice.otherRunFolders()));
    offers.remarks().forEach(text -> recorder.diagnostic(Diagnostic.info(INPUT, text)));
  }

  private static void info(RunRecorder recorder, String text, List<String> names) {
    if (!names.isEmpty()) {
      recorder.diagnostic(Diagnostic.info(INPUT, text + RunInput.shortened(names)));
    }
  }

  private List<String> unused(boolean named) {
    List<String> names = new ArrayList<>();
    for (Offer offer : offers.given()) {
      if (offer.named() == named && !used.contains(offer)) {
        names.add(offer.file().fileName());
      }
    }
    return names;
  }

  /**
   * Returns the unused files in the named folder by name, and those in folders below it by folder
   * and number.
   */
  private List<String> rest() {
    List<String> names = unused(false);
    offers.inSubfolders().stream()
        .filter(
            offer -> !used.contains(offer) && !choice.otherRunFolders().contains(offer.folder()))
        .collect(groupingBy(Offer::folder, TreeMap::new, counting()))
        .forEach((folder, count) -> names.add(name(folder) + " (" + files(count) + ")"));
    return names;
  }

  private List<String> shown(Iterable<Path> folders) {
    List<String> names = new ArrayList<>();
    folders.forEach(folder -> names.add(name(folder)));
    return names;
  }

  private String name(Path folder) {
    return paths.stream()
        .filter(folder::startsWith)
        .findFirst()
        .map(path -> path.relativize(folder).toString())
        .orElse(folder.toString());
  }

  private static String files(long count) {
    return count == 1 ? "1 file" : count + " files";
  }
}
