package io.flowgauge.sites.forward;

import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.attend.PendingRequests;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.service.Attended;
import io.flowgauge.sites.stream.EventReader;
import io.flowgauge.sites.wire.AttendReply;
import io.flowgauge.sites.wire.AttendRequest;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.SignedRequest;
import io.flowgauge.sites.wire.Subscription;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sites that have called this hub and answer requests over their calls. A site that calls again
 * replaces its earlier call. Thread-safe.
 */
public final class AttendingSites implements Attended {
  private final PlacesFile sites;
  private final Map<String, Call> calls = new ConcurrentHashMap<>();
  private volatile boolean isEnding;

  /**
   * Creates a set without calls.
   *
   * @param sites the file that names the sites that may call
   */
  public AttendingSites(PlacesFile sites) {
    this.sites = sites;
  }

  /** Returns the sites that may call. Requests to one that has not called are refused. */
  List<Downstream> all() {
    return sites.callers().stream().map(this::of).toList();
  }

  private Downstream of(String name) {
    Call call = calls.get(name);
    return call != null ? call : new Absent(name);
  }

  /** A site that has not called. */
  private record Absent(String name) implements Downstream {
    @Override
    public CompletableFuture<Reply> send(SignedRequest request, Duration timeLeft) {
      return CompletableFuture.failedFuture(notCalling());
    }

    private RefusedException notCalling() {
      return new RefusedException(
          RefusalCode.SYSTEM, "site " + name + " is not connected to this hub");
    }

    @Override
    public EventSubscription subscribe(Subscription subscription, EventTarget target) {
      new EventReader(target).fail(notCalling());
      return EventSubscription.NONE;
    }
  }

  @Override
  public StreamObserver<AttendReply> attend(SpiffeId site, StreamObserver<AttendRequest> requests)
      throws RefusedException {
    if (site.kind() != SpiffeId.Kind.SITE || !sites.callers().contains(site.name())) {
      throw new RefusedException(
          RefusalCode.PERMISSION,
          "this hub's file of places does not let " + site + " call: it needs a line 'SITE calls'");
    }
    Call call = new Call(site.name(), requests);
    // With a handler, messages to a call that was cut off are ignored and do not throw.
    ((ServerCallStreamObserver<AttendRequest>) requests).setOnCancelHandler(() -> removeCall(call));
    Call earlier = calls.put(site.name(), call);
    if (earlier != null) {
      earlier.end("site " + site.name() + " has called again, which ends its earlier call");
    }
    if (isEnding) {
      call.endOnceAnswered();
    }
    return call;
  }

  @Override
  public void end() {
    isEnding = true;
    calls.values().forEach(Call::endOnceAnswered);
  }

  private void removeCall(Call call) {
    calls.remove(call.name(), call);
    call.end("site " + call.name() + " has ended its call");
  }

  /** One call of a site. */
  private final class Call implements Downstream, StreamObserver<AttendReply> {
    private final String name;
    private final StreamObserver<AttendRequest> requests;
    private final PendingRequests pending = new PendingRequests(this::write);

    Call(String name, StreamObserver<AttendRequest> requests) {
      this.name = name;
      this.requests = requests;
    }

    private void write(AttendRequest request) {
      synchronized (requests) {
        requests.onNext(request);
      }
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public CompletableFuture<Reply> send(SignedRequest request, Duration timeLeft) {
      return pending.send(request, timeLeft);
    }

    @Override
    public EventSubscription subscribe(Subscription subscription, EventTarget target) {
      return pending.subscribe(subscription, target);
    }

    @Override
    public void onNext(AttendReply part) {
      pending.handleReply(part);
    }

    @Override
    public void onError(Throwable failure) {
      removeCall(this);
    }

    @Override
    public void onCompleted() {
      removeCall(this);
    }

    void endOnceAnswered() {
      CompletableFuture<?> unused =
          pending.allAnswered().whenComplete((all, failure) -> end("the hub is shutting down"));
    }

    void end(String reason) {
      pending.end(reason);
      synchronized (requests) {
        try {
          requests.onError(Status.UNAVAILABLE.withDescription(reason).asException());
        } catch (IllegalStateException e) {
          // The call is over already.
        }
      }
    }
  }
}
