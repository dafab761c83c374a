package io.flowgauge.control;

import java.util.Optional;
import java.util.function.Function;

/** A policy made from given values and a function. */
record Rule(
    String name, double share, boolean seeksCause, Function<Candidate, Optional<String>> question)
    implements Policy {
  @Override
  public Optional<String> why(Candidate candidate) {
    return question.apply(candidate);
  }
}
