package io.flowgauge.learning.service;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Observations in an order that depends on nothing but themselves. Immutable and thread-safe. */
final class Observations {
  private static final Comparator<Observation> ORDER =
      by(Work::type)
          .thenComparing(by(Work::run))
          .thenComparing(by(work -> text(work.identity())))
          .thenComparing(by(work -> text(work.sample())))
          .thenComparing(by(work -> text(work.machine())))
          .thenComparingDouble(observation -> observation.work().input().ownBytes())
          .thenComparingDouble(observation -> observation.work().input().bytes())
          .thenComparingDouble(observation -> observation.work().input().files())
          .thenComparingDouble(Observation::seconds);

  private final List<Observation> observations;

  Observations(List<Observation> observations) {
    this.observations = observations.stream().sorted(ORDER).toList();
  }

  private static Comparator<Observation> by(Function<Work, String> name) {
    return Comparator.comparing(observation -> name.apply(observation.work()));
  }

  private static String text(Optional<String> name) {
    return name.orElse("");
  }

  int size() {
    return observations.size();
  }

  Work work(int row) {
    return observations.get(row).work();
  }

  double seconds(int row) {
    return observations.get(row).seconds();
  }

  /** The rows of each type. */
  List<Span> types() {
    List<Span> spans = new ArrayList<>();
    int from = 0;
    for (int row = 1; row <= size(); row++) {
      if (row == size() || !work(row).type().equals(work(from).type())) {
        spans.add(new Span(from, row));
        from = row;
      }
    }
    return spans;
  }

  /** Works of a span. */
  List<Work> works(Span span) {
    return observations.subList(span.from(), span.to()).stream().map(Observation::work).toList();
  }

  /**
   * Rows of one type.
   *
   * @param from the first
   * @param to one past the last
   */
  record Span(int from, int to) {}
}
