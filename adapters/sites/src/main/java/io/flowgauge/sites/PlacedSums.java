package io.flowgauge.sites;

import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.tracking.GroupProfile;
import java.util.List;
import java.util.Objects;

/**
 * The profiles of a site, summed up by region. Immutable and thread-safe.
 *
 * @param place {@code SITE}; {@code SITE/NODE} for a node that was asked directly, or that refused
 * @param sums sums over all its processes with sensors; over none if it refused
 * @param refusals what was refused there
 */
public record PlacedSums(String place, GroupProfile sums, List<Refusal> refusals) {
  /**
   * Checks and copies the parts.
   *
   * @param place the place
   * @param sums its sums
   * @param refusals its refusals
   */
  public PlacedSums {
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(sums, "sums");
    refusals = List.copyOf(refusals);
  }
}
