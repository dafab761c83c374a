package io.flowgauge.activation;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Receives what a request collects, in order, and tells the service what need not be kept any more.
 * Not thread-safe, but for {@link #close()}.
 *
 * <pre>{@code
 * while (!receiver.isFinished()) {
 *   Optional<Delivery> next = receiver.next(Duration.ofSeconds(1));
 *   if (next.isPresent()) {
 *     next.get().appendTo(file);
 *     receiver.acknowledge(next.get());
 *   }
 * }
 * }</pre>
 *
 * <p>What is not acknowledged is delivered again to the next receiver of the request, unless that
 * says where it wants to go on. There is one receiver of a request at a time: a new one takes over.
 */
public interface EventReceiver extends Closeable {
  /**
   * Waits for what comes next.
   *
   * @param timeout for how long at most
   * @return whole blocks, or empty if none came in time or the request is finished
   * @throws IOException if the service no longer knows the request, another receiver took over, or
   *     what is buffered cannot be read
   * @throws InterruptedException if the thread is interrupted
   */
  Optional<Delivery> next(Duration timeout) throws IOException, InterruptedException;

  /**
   * Tells the service that everything up to the end of a delivery is where it should be.
   *
   * @param delivery a delivery of this receiver
   */
  void acknowledge(Delivery delivery);

  /**
   * Whether the request collects no more and everything has been acknowledged, or it was cancelled.
   *
   * @return whether nothing will come any more
   */
  boolean isFinished();

  /**
   * Why nothing can come at present: the connection to the service is broken, which {@link #next}
   * tries to mend.
   *
   * @return what happened, or empty if all is well
   */
  Optional<String> failure();
}
