package io.flowgauge.probabilistic.resubmission;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Range;
import io.flowgauge.prediction.TimeoutChoice;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** The result of a search; timeout, range and law are set only if the kind is {@code FINITE}. */
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
      case NEVER -> String.format(Locale.ROOT, "best without a timeout: objective %.6g", objective);
      case VANISHING ->
          String.format(
              Locale.ROOT,
              "no best timeout: shorter is always better, or no worse, down to 0 (objective %.6g"
                  + " there), because resubmission costs nothing; set its cost",
              objective);
    };
  }
}
