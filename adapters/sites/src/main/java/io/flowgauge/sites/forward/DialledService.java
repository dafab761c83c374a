package io.flowgauge.sites.forward;

import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.sites.attend.PendingRequests;
import io.flowgauge.sites.identity.Credentials;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.stream.EventReader;
import io.flowgauge.sites.wire.EventBlock;
import io.flowgauge.sites.wire.ReceiveRequest;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.SignedRequest;
import io.flowgauge.sites.wire.SitesGrpc;
import io.flowgauge.sites.wire.Subscription;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A service at an address; the connection is made when first needed. Thread-safe. */
public final class DialledService implements Downstream, AutoCloseable {
  private static final int KEEP_ALIVE_SECONDS = 20;

  /**
   * Time limit for connecting: a request to several places also waits for a machine that is off.
   */
  private static final int CONNECT_MILLIS = 5000;

  private static final int LARGEST_PORT = 65_535;

  private final String name;
  private final ManagedChannel channel;

  private DialledService(String name, ManagedChannel channel) {
    this.name = name;
    this.channel = channel;
  }

  /**
   * Creates a service at an address.
   *
   * @param address host and port
   * @param expected whether the service may have a given identity
   * @throws IOException if TLS cannot be set up
   * @throws IllegalArgumentException if the address is malformed
   */
  public static DialledService of(
      String name, String address, Credentials credentials, Predicate<SpiffeId> expected)
      throws IOException {
    if (!isAddress(address)) {
      throw new IllegalArgumentException("address must be HOST:PORT, but is '" + address + "'");
    }
    String path = address.replace("%", "%25").replace("[", "%5B").replace("]", "%5D");
    ManagedChannel channel =
        NettyChannelBuilder.forTarget("dns:///" + path)
            .sslContext(credentials.client(expected))
            .maxInboundMessageSize(PendingRequests.LARGEST_REPLY)
            .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
            .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
            .build();
    return new DialledService(name, channel);
  }

  /** Whether a text is a host, by name or number, and a port. */
  static boolean isAddress(String text) {
    try {
      URI uri = new URI("//" + text);
      return uri.getPort() > 0
          && uri.getPort() <= LARGEST_PORT
          && text.equals(uri.getHost() + ":" + uri.getPort());
    } catch (URISyntaxException e) {
      return false;
    }
  }

  @Override
  public String name() {
    return name;
  }

  /**
   * Returns a stub for a call, which tries to connect at once: a service that could not be reached
   * before may be back.
   */
  SitesGrpc.SitesStub stub() {
    channel.resetConnectBackoff();
    return SitesGrpc.newStub(channel);
  }

  /** Runs an action once the service is connected. */
  void whenConnected(Runnable then) {
    ConnectivityState state = channel.getState(false);
    if (state == ConnectivityState.READY) {
      then.run();
    } else if (state != ConnectivityState.SHUTDOWN) {
      channel.notifyWhenStateChanged(state, () -> whenConnected(then));
    }
  }

  @Override
  public CompletableFuture<Reply> send(SignedRequest request, Duration timeLeft) {
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    stub()
        .withDeadlineAfter(Math.max(1, timeLeft.toNanos()), TimeUnit.NANOSECONDS)
        .perform(request, new Only(reply));
    return reply;
  }

  /** Completes with the only message of a call. */
  private record Only(CompletableFuture<Reply> reply) implements StreamObserver<Reply> {
    @Override
    public void onNext(Reply message) {
      reply.complete(message);
    }

    @Override
    public void onError(Throwable failure) {
      reply.completeExceptionally(failure);
    }

    @Override
    public void onCompleted() {
      // The message has arrived, or the call has failed.
    }
  }

  @Override
  public EventSubscription subscribe(Subscription subscription, EventTarget target) {
    Blocks blocks = new Blocks(new EventReader(target));
    StreamObserver<ReceiveRequest> out = stub().receive(blocks);
    out.onNext(ReceiveRequest.newBuilder().setSubscribe(subscription).build());
    return new Receiver(out);
  }

  /** Reads the blocks of a call. */
  private record Blocks(EventReader reader) implements StreamObserver<EventBlock> {
    @Override
    public void onNext(EventBlock block) {
      reader.deliverNext(block);
    }

    @Override
    public void onError(Throwable failure) {
      reader.fail(failure);
    }

    @Override
    public void onCompleted() {
      reader.fail(Status.UNAVAILABLE.withDescription("the service is shutting down").asException());
    }
  }

  /** The receiver's side of a call. */
  private record Receiver(StreamObserver<ReceiveRequest> out) implements EventSubscription {
    @Override
    public synchronized void acknowledge(long position) {
      try {
        out.onNext(ReceiveRequest.newBuilder().setAcknowledge(position).build());
      } catch (IllegalStateException e) {
        // The call is over, which its reader is told.
      }
    }

    @Override
    public synchronized void close() {
      try {
        out.onError(Status.CANCELLED.withDescription("nothing more is wanted").asException());
      } catch (IllegalStateException e) {
        // The call is over already.
      }
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
