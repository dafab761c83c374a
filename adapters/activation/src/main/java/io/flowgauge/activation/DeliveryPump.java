package io.flowgauge.activation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowgauge.activation.collect.SpoolChunk;
import io.flowgauge.activation.collect.SpoolCounts.Kind;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sends what a request collects over a connection: never more than a window beyond what is
 * acknowledged, and only while the connection is writable. Used by one worker only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What fails closes the channel, which is seen.
final class DeliveryPump implements Subscriber {
  private static final int CHUNK = 1 << 18;

  private final ChannelHandlerContext context;
  private final EventExecutor worker;
  private final ActiveRequest request;
  private final Runnable watcher = this::schedule;
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private long sent;
  private long acknowledged;
  private boolean over;

  DeliveryPump(
      ChannelHandlerContext context, EventExecutor worker, ActiveRequest request, long position) {
    this.context = context;
    this.worker = worker;
    this.request = request;
    sent = position;
    acknowledged = position;
  }

  void start() {
    request.subscribe(this);
    request.watch(watcher);
    renew();
    pump();
  }

  void stop() {
    over = true;
    request.unwatch(watcher);
    request.unsubscribe(this);
  }

  void renew() {
    request.lease().renew();
  }

  private void schedule() {
    if (scheduled.compareAndSet(false, true)) {
      worker.execute(this::pump);
    }
  }

  void pump() {
    scheduled.set(false);
    try {
      while (!over
          && sent - acknowledged < ControlProtocol.WINDOW
          && context.channel().isWritable()) {
        if (!sendNext()) {
          endIfFinished();
          return;
        }
      }
    } catch (IOException e) {
      giveUp(RequestJson.ERROR, e.getMessage());
    }
  }

  private boolean sendNext() throws IOException {
    if (request.spool().isClosed()) {
      return false;
    }
    Optional<SpoolChunk> chunk = request.spool().read(sent, CHUNK);
    chunk.ifPresent(this::send);
    return chunk.isPresent();
  }

  private void send(SpoolChunk chunk) {
    ObjectNode head =
        RequestJson.object()
            .put(ControlProtocol.DELIVER, request.request().id())
            .put(ControlProtocol.POSITION, chunk.position())
            .put(ControlProtocol.BYTES, chunk.bytes().remaining())
            .put(RequestJson.REFUSED, request.spool().count(Kind.REFUSED))
            .put(RequestJson.MISSING, request.spool().count(Kind.MISSING));
    sent = chunk.end();
    context.writeAndFlush(ControlProtocol.line(head, chunk.bytes()));
  }

  private void endIfFinished() {
    if (request.isFinished()) {
      giveUp(ControlProtocol.ENDED, request.request().id());
    }
  }

  void acknowledge(long position) {
    if (position < 0 || position > sent) {
      throw new IllegalArgumentException(
          "position must be from 0 to " + sent + ", was " + position);
    }
    acknowledged = Math.max(acknowledged, position);
    request.spool().acknowledge(position);
    renew();
    pump();
  }

  @Override
  public void superseded() {
    worker.execute(
        () -> giveUp(RequestJson.ERROR, "request " + request.request().id() + TAKEN_OVER));
  }

  private void giveUp(String name, String text) {
    over = true;
    context
        .writeAndFlush(ControlProtocol.line(RequestJson.object().put(name, text)))
        .addListener(ChannelFutureListener.CLOSE);
  }
}
