package io.flowgauge.sites.service;

import io.flowgauge.sites.identity.Credentials;
import io.flowgauge.sites.request.RequestAdmission;
import io.grpc.DecompressorRegistry;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** The listening side of a service: TLS, limits, health and reflection. Thread-safe. */
public final class ServiceServer implements AutoCloseable {
  /**
   * Most bytes of a request. Requests are small; a larger one is refused when its length arrives.
   */
  public static final int LARGEST_REQUEST = 1 << 20;

  private static final int LOOPS = 2;
  private static final int LARGEST_HEADERS = 8 << 10;

  /** Covers the event streams and requests that a hub may have open over its one connection. */
  private static final int MOST_CALLS = 5_000;

  private static final int HANDSHAKE_SECONDS = 10;
  private static final int IDLE_MINUTES = 30;
  private static final int KEEP_ALIVE_SECONDS = 20;
  private static final int MOST_RESETS = 200;
  private static final int RESET_SECONDS = 30;
  private static final int CLOSE_SECONDS = 5;

  private final Server server;
  private final HealthStatusManager health;
  private final Attended attended;
  private final EventLoopGroup loop;

  private ServiceServer(
      Server server, HealthStatusManager health, Attended attended, EventLoopGroup loop) {
    this.server = server;
    this.health = health;
    this.attended = attended;
    this.loop = loop;
  }

  /**
   * Starts to listen.
   *
   * @throws IOException if the address is taken
   */
  public static ServiceServer start(
      InetSocketAddress address,
      Credentials credentials,
      RequestAdmission admission,
      Responder responder,
      Attended attended)
      throws IOException {
    HealthStatusManager health = new HealthStatusManager();
    ConnectionWatch watch = new ConnectionWatch(admission);
    EventLoopGroup loop = new MultiThreadIoEventLoopGroup(LOOPS, NioIoHandler.newFactory());
    Server server =
        NettyServerBuilder.forAddress(address)
            .bossEventLoopGroup(loop)
            .workerEventLoopGroup(loop)
            .channelFactory(watch::channel)
            .addTransportFilter(watch)
            .sslContext(credentials.server())
            .handshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS)
            .maxInboundMessageSize(LARGEST_REQUEST)
            // Compressed requests are refused, so that none can grow beyond the limit here.
            .decompressorRegistry(DecompressorRegistry.emptyInstance())
            .maxInboundMetadataSize(LARGEST_HEADERS)
            .maxConcurrentCallsPerConnection(MOST_CALLS)
            .maxConnectionIdle(IDLE_MINUTES, TimeUnit.MINUTES)
            .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
            .permitKeepAliveTime(KEEP_ALIVE_SECONDS / 2, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .maxRstFramesPerWindow(MOST_RESETS, RESET_SECONDS)
            // The interceptor added last is called first.
            .intercept(new AwaitedRequests(loop))
            .intercept(new Peer())
            .addStreamTracerFactory(new RefusedCalls(admission))
            .addService(new SitesService(responder, attended))
            .addService(health.getHealthService())
            .addService(ProtoReflectionServiceV1.newInstance())
            .build();
    try {
      return new ServiceServer(server.start(), health, attended, loop);
    } catch (IOException e) {
      end(loop);
      throw e;
    }
  }

  /** Returns the port it listens at. */
  public int port() {
    return server.getPort();
  }

  /** Stops the server; calls under way are ended after some seconds. */
  @Override
  public void close() {
    health.enterTerminalState();
    server.shutdown();
    attended.end();
    try {
      if (!server.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        server.shutdownNow();
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    } finally {
      end(loop);
    }
  }

  /** Ends the threads in the background; nothing waits for that. */
  private static void end(EventLoopGroup loop) {
    Future<?> unused = loop.shutdownGracefully();
  }
}
