package io.flowgauge.activation;

import java.io.IOException;

/**
 * Receives deliveries as they arrive, one after another. Nothing is called after {@link #ended} or
 * {@link #failed}.
 */
public interface EventTarget {
  /**
   * Receives a delivery.
   *
   * @param delivery the next delivery
   */
  void take(EventDelivery delivery);

  /**
   * Called when the request collects no more, and everything has been delivered and acknowledged.
   */
  void ended();

  /**
   * Called when nothing more will come to this target.
   *
   * @param cause why: another target or receiver replaced this one, or the buffer cannot be read
   */
  void failed(IOException cause);
}
