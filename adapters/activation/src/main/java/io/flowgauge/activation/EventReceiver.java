package io.flowgauge.activation;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Receives the events that a request collects, in order, and informs the service which ones it no
 * longer needs to keep. Not thread-safe, except for {@link #close()}.
 *
 * <pre>{@code
 * while (!receiver.isFinished()) {
 *   Optional<EventDelivery> next = receiver.next(Duration.ofSeconds(1));
 *   if (next.isPresent()) {
 *     next.get().appendTo(file);
 *     receiver.acknowledge(next.get());
 *   }
 * }
 * }</pre>
 *
 * <p>Events that are not acknowledged are delivered again to the next receiver of the request,
 * unless that one states a position. A request has one receiver at a time: a new one replaces it.
 */
public interface EventReceiver extends Closeable {
  /**
   * Waits for the next delivery.
   *
   * @param timeout how long to wait at most
   * @return whole blocks, or empty if none came in time or the request is finished
   * @throws IOException if the service no longer has the request, another receiver replaced this
   *     one, or the buffer cannot be read
   * @throws InterruptedException if the thread is interrupted
   */
  Optional<EventDelivery> next(Duration timeout) throws IOException, InterruptedException;

  /**
   * Informs the service that the consumer has safely stored everything up to the end of a delivery.
   *
   * @param delivery a delivery of this receiver
   */
  void acknowledge(EventDelivery delivery);

  /**
   * Whether the request collects no more and everything has been acknowledged, or it was cancelled.
   *
   * @return true if nothing more will come
   */
  boolean isFinished();

  /**
   * Returns why nothing can arrive at present: the connection to the service is broken, and {@link
   * #next} will reconnect.
   *
   * @return what happened, or empty if all is well
   */
  Optional<String> failure();
}
