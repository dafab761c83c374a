package io.flowgauge.sites;

import io.flowgauge.instrumentation.irl.IrlAnswer;
import java.util.Objects;

/**
 * The answer of one place. Immutable and thread-safe.
 *
 * @param place {@code SITE/NODE}; of a site that refused or was not reached, {@code SITE}
 * @param answer what became of the requests there; of a place that refused, the refusal alone
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
