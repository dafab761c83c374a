package io.flowgauge.sites;

import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.sites.forward.DialledService;
import io.flowgauge.sites.thread.Daemon;
import io.flowgauge.sites.wire.SignedRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Receives the events that a request collects at all its places: the deliveries of each place in
 * order, each once. After a broken connection or the death of a service, it continues where it was
 * as soon as the service can be reached again. Unacknowledged events go to the next receiver. Only
 * one thread may receive; any may close.
 *
 * <pre>{@code
 * try (RemoteEvents events = sites.events(ActivationRequest.of("large", "transfer.*"))) {
 *   while (!events.isFinished()) {
 *     Optional<PlacedDelivery> next = events.next(Duration.ofSeconds(1));
 *     if (next.isPresent()) {
 *       next.get().delivery().appendTo(files.get(next.get().place()));
 *       events.acknowledge(next.get());
 *     }
 *   }
 * }
 * }</pre>
 */
public final class RemoteEvents implements AutoCloseable {
  /** An empty element marks the end of one place, and wakes a thread that waits. */
  private final LinkedBlockingQueue<Optional<PlacedDelivery>> deliveries =
      new LinkedBlockingQueue<>();

  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(Daemon.named("receive"));
  private final List<PlacedRequests> requests;
  private final List<PlaceReceiver> receivers = new ArrayList<>();

  RemoteEvents(DialledService service, SignedRequest grant, List<PlacedRequests> requests) {
    this.requests = List.copyOf(requests);
    for (PlacedRequests one : requests) {
      if (one.refusal().isEmpty()) {
        receivers.add(new PlaceReceiver(service, grant, one.place(), clock, deliveries));
      }
    }
    receivers.forEach(PlaceReceiver::connect);
  }

  /**
   * Returns the outcome of the request at each place.
   *
   * @return its status when it was made, or the refusal
   */
  public List<PlacedRequests> requests() {
    return requests;
  }

  /**
   * Waits for the next delivery from any place.
   *
   * @param timeout how long to wait at most
   * @return the delivery, or empty if none came in time
   * @throws InterruptedException if the thread is interrupted
   */
  public Optional<PlacedDelivery> next(Duration timeout) throws InterruptedException {
    Optional<PlacedDelivery> next = deliveries.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
    return next == null ? Optional.empty() : next;
  }

  /**
   * Informs the services that everything from the place up to the end of a delivery is stored
   * safely here.
   *
   * @param delivery a delivery that {@link #next} returned
   */
  public void acknowledge(PlacedDelivery delivery) {
    receivers.stream()
        .filter(one -> one.place().equals(delivery.place()))
        .forEach(one -> one.acknowledge(delivery.delivery().end()));
  }

  /**
   * Whether nothing more will come: the request is over everywhere, or cannot be received.
   *
   * @return false while there may be a delivery
   */
  public boolean isFinished() {
    return deliveries.isEmpty() && receivers.stream().allMatch(PlaceReceiver::isOver);
  }

  /**
   * Returns why places deliver nothing, for now or for good.
   *
   * @return a refusal for each such place; {@link #isFinished} says whether others still deliver
   */
  public List<Refusal> troubles() {
    return receivers.stream().flatMap(one -> one.currentRefusal().stream()).toList();
  }

  /** Stops receiving. The request remains until its lease ends or it is cancelled. */
  @Override
  public void close() {
    clock.shutdownNow();
    receivers.forEach(PlaceReceiver::close);
  }
}
