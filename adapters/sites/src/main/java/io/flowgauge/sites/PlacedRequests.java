package io.flowgauge.sites;

import io.flowgauge.activation.RequestStatus;
import io.flowgauge.instrumentation.Refusal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Requests for events at one place. Immutable and thread-safe.
 *
 * @param place {@code SITE/NODE}; for a site that refused or was not reached, {@code SITE}
 * @param requests the status of each
 * @param refusal why the place refused, or empty if it did not
 */
public record PlacedRequests(
    String place, List<RequestStatus> requests, Optional<Refusal> refusal) {
  /**
   * Checks and copies the parts.
   *
   * @param place the place
   * @param requests the requests there
   * @param refusal its refusal
   */
  public PlacedRequests {
    Objects.requireNonNull(place, "place");
    requests = List.copyOf(requests);
    Objects.requireNonNull(refusal, "refusal");
  }
}
