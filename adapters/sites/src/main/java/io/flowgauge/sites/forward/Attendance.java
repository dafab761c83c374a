package io.flowgauge.sites.forward;

import io.flowgauge.sites.attend.Attendant;
import io.flowgauge.sites.identity.Credentials;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.service.Responder;
import io.flowgauge.sites.wire.AttendReply;
import io.flowgauge.sites.wire.AttendRequest;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The call of a site to its hub, over which the site answers requests, so that it needs no open
 * port. When a call ends, it is made again, first after a second, then after pauses that grow to
 * ten seconds. Thread-safe.
 */
public final class Attendance implements AutoCloseable {
  private static final long FIRST_MILLIS = 1000;
  private static final long LAST_MILLIS = 10_000;

  /**
   * How long the hub may be absent before that is reported; a hub that is restarted is back sooner.
   */
  private static final long PATIENCE_MILLIS = 3000;

  /**
   * A call that lasts a third of the patience is settled: a hub that refuses a call ends it sooner.
   */
  private static final int SETTLED = 3;

  private final String address;
  private final DialledService hub;
  private final SpiffeId peer;
  private final Responder responder;
  private final Consumer<String> trouble;
  private final long patience;
  private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
  private long wait = FIRST_MILLIS;
  private boolean isAttending;

  /** Why the last call ended; empty if none has. */
  private String reason = "";

  /** Reasons reported since the hub last answered. */
  private final Set<String> reported = new HashSet<>();

  private Attendance(
      String address,
      DialledService hub,
      SpiffeId peer,
      Responder responder,
      Consumer<String> trouble,
      long patience) {
    this.address = address;
    this.hub = hub;
    this.peer = peer;
    this.responder = responder;
    this.trouble = trouble;
    this.patience = patience;
  }

  /**
   * Calls a hub.
   *
   * @param trouble receives a sentence when the hub has not answered for a while, another for each
   *     further reason why it does not, and one when it answers
   * @throws IOException if TLS cannot be set up
   */
  public static Attendance start(
      String address, Credentials site, Responder responder, Consumer<String> trouble)
      throws IOException {
    return start(address, site, responder, trouble, PATIENCE_MILLIS);
  }

  /** Calls a hub, with a patience in milliseconds. */
  static Attendance start(
      String address,
      Credentials site,
      Responder responder,
      Consumer<String> trouble,
      long patience)
      throws IOException {
    // The hub's identity does not matter: the requester is checked, not the service that passes
    // requests on.
    SpiffeId any = site.id().sibling(SpiffeId.Kind.HUB, "any");
    DialledService hub =
        DialledService.of("hub", address, site, id -> id.kind() == SpiffeId.Kind.HUB);
    Attendance attendance = new Attendance(address, hub, any, responder, trouble, patience);
    attendance.schedule(attendance::reportIfAbsent, patience);
    attendance.call();
    return attendance;
  }

  private void call() {
    Requests requests = new Requests();
    requests.replies = hub.stub().attend(requests);
    hub.whenConnected(() -> schedule(() -> onSettled(requests), patience / SETTLED));
  }

  private synchronized void callAgain(String why) {
    reason = why;
    if (isAttending) {
      isAttending = false;
      schedule(this::reportIfAbsent, patience);
    } else if (!reported.isEmpty()) {
      reportIfAbsent();
    }
    long millis = wait / 2 + ThreadLocalRandom.current().nextLong(wait / 2 + 1);
    wait = Math.min(LAST_MILLIS, 2 * wait);
    schedule(this::call, millis);
  }

  private void schedule(Runnable what, long millis) {
    try {
      ScheduledFuture<?> unused = scheduler.schedule(what, millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // Closed.
    }
  }

  private synchronized void reportIfAbsent() {
    if (!isAttending && reported.add(reason)) {
      String why = reason.isEmpty() ? "" : ": " + reason;
      trouble.accept("not connected to hub " + address + ", calling it until it answers" + why);
    }
  }

  private synchronized void onSettled(Requests call) {
    if (call.isOver) {
      return;
    }
    isAttending = true;
    if (!reported.isEmpty()) {
      reported.clear();
      trouble.accept("connected to hub " + address);
    }
  }

  private synchronized void resetWait() {
    wait = FIRST_MILLIS;
  }

  /** Answers the requests that arrive over one call. */
  private final class Requests implements StreamObserver<AttendRequest> {
    private final Attendant attendant = new Attendant(responder, peer, this::write);
    private volatile StreamObserver<AttendReply> replies;
    private volatile boolean isOver;

    private void write(AttendReply part) {
      try {
        replies.onNext(part);
      } catch (IllegalStateException e) {
        // The call is over, and the caller that waited for the reply has been informed.
      }
    }

    @Override
    public void onNext(AttendRequest request) {
      resetWait();
      attendant.handle(request);
    }

    @Override
    public void onError(Throwable failure) {
      isOver = true;
      attendant.close();
      callAgain(RefusedException.refusal(failure).message());
    }

    @Override
    public void onCompleted() {
      isOver = true;
      attendant.close();
      callAgain("the hub is shutting down");
    }
  }

  @Override
  public void close() {
    scheduler.shutdownNow();
    hub.close();
  }
}
