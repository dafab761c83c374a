package io.flowgauge.sites.service;

import io.flowgauge.activation.EventSubscription;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.stream.EventWriter;
import io.flowgauge.sites.wire.EventBlock;
import io.flowgauge.sites.wire.ReceiveRequest;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;

/** One call that receives events. Thread-safe. */
final class Receiving implements StreamObserver<ReceiveRequest> {
  private final Responder responder;
  private final SpiffeId peer;
  private final StreamObserver<EventBlock> out;
  private EventSubscription subscription;
  private boolean over;

  Receiving(Responder responder, SpiffeId peer, StreamObserver<EventBlock> out) {
    this.responder = responder;
    this.peer = peer;
    this.out = out;
    ((ServerCallStreamObserver<EventBlock>) out).setOnCancelHandler(this::close);
  }

  @Override
  public void onNext(ReceiveRequest request) {
    try {
      if (request.hasSubscribe() && !isSubscribed()) {
        subscribe(request);
      } else if (request.hasAcknowledge() && isSubscribed()) {
        subscription.acknowledge(request.getAcknowledge());
      } else {
        throw new IllegalArgumentException(
            "the first message must subscribe, and all later ones must acknowledge");
      }
    } catch (IllegalArgumentException e) {
      refuse(new Refusal(RefusalCode.ARGUMENT, "" + e.getMessage()));
    } catch (RefusedException e) {
      refuse(e.refusal());
    }
  }

  /** Needs no lock, because the messages of a call arrive one after another. */
  private boolean isSubscribed() {
    return subscription != null;
  }

  private void subscribe(ReceiveRequest request) throws RefusedException {
    EventSubscription made =
        responder.subscribe(
            request.getSubscribe(), peer, new EventWriter(this::write, this::refuse));
    boolean late;
    synchronized (this) {
      subscription = made;
      late = over;
    }
    if (late) {
      made.close();
    }
  }

  private synchronized void write(EventBlock block) {
    if (!over) {
      out.onNext(block);
      if (block.getEnded()) {
        over = true;
        out.onCompleted();
      }
    }
  }

  private void refuse(Refusal refusal) {
    synchronized (this) {
      if (!over) {
        over = true;
        out.onError(new RefusedException(refusal.code(), refusal.message()).status());
      }
    }
    close();
  }

  @Override
  public void onError(Throwable failure) {
    close();
  }

  /** Called when the receiver wants no more events. */
  @Override
  public void onCompleted() {
    synchronized (this) {
      if (!over) {
        over = true;
        out.onCompleted();
      }
    }
    close();
  }

  private void close() {
    EventSubscription last;
    synchronized (this) {
      over = true;
      last = subscription;
    }
    if (last != null) {
      last.close();
    }
  }
}
