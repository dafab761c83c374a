package io.flowgauge.sites;

import io.flowgauge.activation.EventDelivery;
import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.sites.forward.DialledService;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.wire.SignedRequest;
import io.flowgauge.sites.wire.Subscription;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Receives the deliveries of one place, and reconnects whenever the connection breaks. Thread-safe.
 */
final class PlaceReceiver implements AutoCloseable {
  private static final long FIRST_MILLIS = 100;
  private static final long LAST_MILLIS = 5000;

  private final DialledService service;
  private final SignedRequest grant;
  private final String place;
  private final ScheduledExecutorService clock;
  private final Queue<Optional<PlacedDelivery>> deliveries;
  private Call call;
  private OptionalLong received = OptionalLong.empty();
  private Optional<Refusal> currentRefusal = Optional.empty();
  private long pauseMillis = FIRST_MILLIS;
  private boolean over;

  PlaceReceiver(
      DialledService service,
      SignedRequest grant,
      String place,
      ScheduledExecutorService clock,
      Queue<Optional<PlacedDelivery>> deliveries) {
    this.service = service;
    this.grant = grant;
    this.place = place;
    this.clock = clock;
    this.deliveries = deliveries;
  }

  String place() {
    return place;
  }

  synchronized void connect() {
    if (!over) {
      Subscription.Builder wanted = Subscription.newBuilder().setGrant(grant).setPlace(place);
      received.ifPresent(wanted::setFrom);
      Call next = new Call();
      call = next;
      next.subscription = service.subscribe(wanted.build(), next);
    }
  }

  /** One call. Once another call has replaced it, anything it still delivers is ignored. */
  private final class Call implements EventTarget {
    private EventSubscription subscription = EventSubscription.NONE;

    @Override
    public void take(EventDelivery delivery) {
      synchronized (PlaceReceiver.this) {
        if (call == this) {
          received = OptionalLong.of(delivery.end());
          currentRefusal = Optional.empty();
          pauseMillis = FIRST_MILLIS;
          deliveries.add(Optional.of(new PlacedDelivery(place, delivery)));
        }
      }
    }

    @Override
    public void ended() {
      finish();
    }

    @Override
    public void failed(IOException cause) {
      synchronized (PlaceReceiver.this) {
        if (call != this) {
          return;
        }
        Refusal refusal = RefusedException.refusal(cause);
        currentRefusal = Optional.of(new Refusal(refusal.code(), place + ": " + refusal.message()));
        if (RefusedException.isFinal(refusal)) {
          finish();
        } else {
          connectLater();
        }
      }
    }
  }

  private void connectLater() {
    try {
      ScheduledFuture<?> unused = clock.schedule(this::connect, pauseMillis, TimeUnit.MILLISECONDS);
      pauseMillis = Math.min(2 * pauseMillis, LAST_MILLIS);
    } catch (RejectedExecutionException e) {
      // Closed.
    }
  }

  private synchronized void finish() {
    over = true;
    deliveries.add(Optional.empty());
  }

  synchronized void acknowledge(long position) {
    if (call != null) {
      call.subscription.acknowledge(position);
    }
  }

  synchronized boolean isOver() {
    return over;
  }

  synchronized Optional<Refusal> currentRefusal() {
    return currentRefusal;
  }

  @Override
  public void close() {
    Call last;
    synchronized (this) {
      over = true;
      last = call;
      call = null;
    }
    if (last != null) {
      last.subscription.close();
    }
  }
}
