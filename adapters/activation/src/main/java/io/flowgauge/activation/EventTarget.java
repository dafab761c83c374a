package io.flowgauge.activation;

import java.io.IOException;

/**
 * Takes deliveries as they come, one after another. After {@link #ended} or {@link #failed} nothing
 * comes.
 */
public interface EventTarget {
  /**
   * Takes a delivery.
   *
   * @param delivery what comes next
   */
  void take(EventDelivery delivery);

  /** The request collects no more, and everything was delivered and acknowledged. */
  void ended();

  /**
   * Nothing will come to this target any more.
   *
   * @param cause another target or receiver replaced this one, or the buffer cannot be read
   */
  void failed(IOException cause);
}
