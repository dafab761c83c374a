package io.flowgauge.sites;

import io.flowgauge.instrumentation.irl.IrlAnswer;
import java.util.Objects;

/**
 * The answer of one place. Immutable and thread-safe.
 *
 * @param place {@code SITE/NODE}; for a site that refused or was not reached, {@code SITE}
 * @param answer the outcome of the requests there; for a place that refused, only the refusal
 */
public record PlacedAnswer(String place, IrlAnswer answer) {
  /**
   * Checks the parts.
   *
   * @param place the place
   * @param answer its answer
   */
  public PlacedAnswer {
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(answer, "answer");
  }
}
