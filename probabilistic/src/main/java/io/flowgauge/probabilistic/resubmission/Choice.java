package io.flowgauge.probabilistic.resubmission;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Range;
import io.flowgauge.prediction.TimeoutChoice;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a search found; timeout, range and law only if it is finite. */
record Choice(Kind kind, double timeout, double objective, Range range, Law lawOfBest)
    implements TimeoutChoice {

  @Override
  public OptionalDouble timeoutSeconds() {
    return kind == Kind.FINITE ? OptionalDouble.of(timeout) : OptionalDouble.empty();
  }

  @Override
  public Optional<Range> onePercentRange() {
    return Optional.ofNullable(range);
  }

  @Override
  public Optional<Law> law() {
    return Optional.ofNullable(lawOfBest);
  }

  @Override
  public String toString() {
    return switch (kind) {
      case FINITE ->
          String.format(
              Locale.ROOT,
              "best timeout %.4g s: objective %.6g, at most 1 %% worse from %.4g to %.4g s",
              timeout,
              objective,
              range.lower(),
              range.upper());
      case NEVER ->
          String.format(Locale.ROOT, "no timeout is best: objective %.6g without any", objective);
      case VANISHING ->
          String.format(
              Locale.ROOT,
              "no best timeout: the shorter the better, or no worse, down to 0 (objective %.6g"
                  + " there), as resubmission costs nothing; give its cost",
              objective);
    };
  }
}
