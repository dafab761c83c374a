package io.flowgauge.learning.service;

import io.flowgauge.learning.saved.Saved;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Counts of what was learned of a type. Immutable and thread-safe.
 *
 * @param observations number of observations of the type
 * @param runs number of runs with observations
 * @param machines number of machines with observations
 * @param identities number of identities with observations
 * @param greatest largest number of own bytes of an activity, 0 if none is known
 */
record TypeHistory(int observations, int runs, int machines, int identities, double greatest) {
  /** Smallest weight of an input. Larger inputs say more about still larger ones. */
  private static final double LEAST_WEIGHT = 0.01;

  static final TypeHistory NONE = new TypeHistory(0, 0, 0, 0, 0);

  static TypeHistory of(List<Work> works) {
    double greatest =
        works.stream()
            .mapToDouble(work -> work.input().ownBytes())
            .filter(Double::isFinite)
            .max()
            .orElse(0);
    return new TypeHistory(
        works.size(),
        distinct(works, work -> Optional.of(work.run())),
        distinct(works, Work::machine),
        distinct(works, Work::identity),
        greatest);
  }

  Map<String, Object> saved() {
    Map<String, Object> saved = new LinkedHashMap<>();
    saved.put("observations", observations);
    saved.put("runs", runs);
    saved.put("machines", machines);
    saved.put("identities", identities);
    saved.put("greatest", greatest);
    return saved;
  }

  static TypeHistory from(Saved saved) {
    return new TypeHistory(
        saved.at("observations").whole(1),
        saved.at("runs").whole(1),
        saved.at("machines").whole(0),
        saved.at("identities").whole(0),
        saved.at("greatest").number(0));
  }

  private static int distinct(List<Work> works, Function<Work, Optional<String>> name) {
    return (int) works.stream().map(name).flatMap(Optional::stream).distinct().count();
  }

  /** How much an activity says about its type, by its input. */
  double weight(InputSize input) {
    double share = input.ownBytes() / greatest;
    return greatest > 0 && !Double.isNaN(share) ? Math.min(1, Math.max(LEAST_WEIGHT, share)) : 1;
  }
}
