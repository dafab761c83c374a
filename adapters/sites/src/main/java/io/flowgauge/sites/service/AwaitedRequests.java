package io.flowgauge.sites.service;

import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.wire.SitesGrpc;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends calls whose request does not arrive in time. Refuses calls of a caller that already has too
 * many requests on their way, because the parts that have arrived take memory. A call that streams
 * requests counts until it ends. A call that receives events counts until its first message has
 * been handled: by then it has ended, or its user may receive. Thread-safe.
 */
final class AwaitedRequests implements ServerInterceptor {
  static final int MOST_OF_ONE = 32;
  static final int SECONDS = 10;

  private final ScheduledExecutorService clock;
  private final Map<SpiffeId, Integer> awaited = new ConcurrentHashMap<>();

  AwaitedRequests(ScheduledExecutorService clock) {
    this.clock = clock;
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    SpiffeId peer = Peer.current();
    if (awaited.merge(peer, 1, Integer::sum) > MOST_OF_ONE) {
      countDown(peer);
      call.close(
          Status.RESOURCE_EXHAUSTED.withDescription(
              "more than " + MOST_OF_ONE + " requests of " + peer + " have not arrived in full"),
          new Metadata());
      return new ServerCall.Listener<>() {};
    }
    return new Awaited<>(call, next.startCall(call, headers), peer);
  }

  private void countDown(SpiffeId peer) {
    awaited.computeIfPresent(peer, (id, count) -> count == 1 ? null : count - 1);
  }

  /** One call. */
  private final class Awaited<Q> extends SimpleForwardingServerCallListener<Q> {
    private final SpiffeId peer;
    private final boolean isStream;
    private final boolean isReceiving;
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final Optional<Future<?>> timeout;
    private volatile boolean isLate;

    Awaited(ServerCall<Q, ?> call, ServerCall.Listener<Q> next, SpiffeId peer) {
      super(next);
      this.peer = peer;
      this.isStream = !call.getMethodDescriptor().getType().clientSendsOneMessage();
      this.isReceiving =
          call.getMethodDescriptor()
              .getFullMethodName()
              .equals(SitesGrpc.getReceiveMethod().getFullMethodName());
      this.timeout =
          isStream
              ? Optional.empty()
              : Optional.of(clock.schedule(() -> refuseAsLate(call), SECONDS, TimeUnit.SECONDS));
    }

    private void refuseAsLate(ServerCall<Q, ?> call) {
      if (end()) {
        isLate = true;
        String reason = "the request has not arrived in full in " + SECONDS + " s";
        call.close(Status.RESOURCE_EXHAUSTED.withDescription(reason), new Metadata());
      }
    }

    /** Stops waiting for the request; returns whether it was awaited until now. */
    private boolean end() {
      boolean was = isOver.compareAndSet(false, true);
      if (was) {
        countDown(peer);
        timeout.ifPresent(one -> one.cancel(false));
      }
      return was;
    }

    @Override
    public void onMessage(Q message) {
      super.onMessage(message);
      if (isReceiving) {
        end();
      }
    }

    @Override
    public void onHalfClose() {
      if (!isStream) {
        end();
      }
      if (!isLate) {
        super.onHalfClose();
      }
    }

    @Override
    public void onComplete() {
      end();
      super.onComplete();
    }

    @Override
    public void onCancel() {
      end();
      super.onCancel();
    }
  }
}
