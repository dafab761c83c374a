package io.flowgauge.sites;

import io.flowgauge.activation.EventDelivery;
import java.util.Objects;

/**
 * A delivery from one place. Immutable and thread-safe.
 *
 * @param place {@code SITE/NODE}
 * @param delivery the delivery from there
 */
public record PlacedDelivery(String place, EventDelivery delivery) {
  /**
   * Checks the parts.
   *
   * @param place the place
   * @param delivery the delivery
   */
  public PlacedDelivery {
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(delivery, "delivery");
  }
}
