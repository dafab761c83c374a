package io.flowgauge.learning.backtest;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Replays of the WfInstances corpus, by application. */
final class WfInstances {
  private WfInstances() {}

  static List<WfRun> runs(Path folder, String application) {
    return Corpus.files(folder.resolve(application), ".json").stream().map(WfRun::read).toList();
  }

  /** Scores of each application, by its name. */
  static Map<String, Map<String, Score>> scores(
      Path folder, Function<List<WfRun>, Map<String, Score>> replay) {
    return Corpus.files(folder, ".json").stream()
        .map(file -> folder.relativize(file).getName(0).toString())
        .distinct()
        .collect(
            Collectors.toMap(
                name -> name,
                name -> replay.apply(runs(folder, name)),
                (one, other) -> one,
                TreeMap::new));
  }
}
