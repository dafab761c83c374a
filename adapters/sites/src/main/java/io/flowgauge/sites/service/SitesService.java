package io.flowgauge.sites.service;

import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.wire.AttendReply;
import io.flowgauge.sites.wire.AttendRequest;
import io.flowgauge.sites.wire.EventBlock;
import io.flowgauge.sites.wire.ReceiveRequest;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.SignedRequest;
import io.flowgauge.sites.wire.SitesGrpc;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The gRPC service of the protocol. Thread-safe. */
final class SitesService extends SitesGrpc.SitesImplBase {
  /** Time limit for requesters that give no deadline. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Responder responder;
  private final Attended attended;

  SitesService(Responder responder, Attended attended) {
    this.responder = responder;
    this.attended = attended;
  }

  @Override
  public void perform(SignedRequest request, StreamObserver<Reply> to) {
    // Compression shrinks documents to a tenth.
    ((ServerCallStreamObserver<Reply>) to).setCompression("gzip");
    CompletableFuture<Reply> unused =
        responder
            .answer(request, Peer.current(), timeLeft())
            .whenComplete((reply, failure) -> answer(to, reply, failure));
  }

  private static void answer(StreamObserver<Reply> to, Reply reply, Throwable failure) {
    if (failure == null) {
      to.onNext(reply);
      to.onCompleted();
    } else {
      to.onError(status(failure));
    }
  }

  private static Duration timeLeft() {
    Deadline deadline = Context.current().getDeadline();
    return deadline == null
        ? PATIENCE
        : Duration.ofNanos(Math.max(1, deadline.timeRemaining(TimeUnit.NANOSECONDS)));
  }

  private static Throwable status(Throwable failure) {
    var refusal = RefusedException.refusal(failure);
    return new RefusedException(refusal.code(), refusal.message()).status();
  }

  @Override
  public StreamObserver<ReceiveRequest> receive(StreamObserver<EventBlock> to) {
    return new Receiving(responder, Peer.current(), to);
  }

  @Override
  public StreamObserver<AttendReply> attend(StreamObserver<AttendRequest> requests) {
    try {
      return attended.attend(Peer.current(), requests);
    } catch (RefusedException e) {
      requests.onError(e.status());
      return new Ignored();
    }
  }

  /** Ignores what refused callers still send. */
  private static final class Ignored implements StreamObserver<AttendReply> {
    @Override
    public void onNext(AttendReply reply) {
      // It was sent before the refusal arrived.
    }

    @Override
    public void onError(Throwable failure) {
      // The call is over already.
    }

    @Override
    public void onCompleted() {
      // The call is over already.
    }
  }
}
