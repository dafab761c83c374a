package io.flowgauge.activation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.util.Optional;

/**
 * Answers a consumer, line by line: the next line is read only when this one has been answered, so
 * a consumer that keeps asking, or never reads the answers, delays only itself. Because answers may
 * need the disk, a worker thread of the connection computes them.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What fails closes the channel, which is seen.
final class ControlHandler extends SimpleChannelInboundHandler<ByteBuf> {
  private final ActivationService service;
  private final EventExecutor worker;

  /** Demanded of the consumer, if it may be any user of this machine. */
  private final Optional<AccessToken> token;

  /** Used by the worker alone. */
  private DeliveryPump pump;

  ControlHandler(ActivationService service, EventExecutor worker, Optional<AccessToken> token) {
    this.service = service;
    this.worker = worker;
    this.token = token;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    context.read();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf line) {
    byte[] bytes = ByteBufUtil.getBytes(line);
    worker.execute(() -> answer(context, bytes));
  }

  private void answer(ChannelHandlerContext context, byte[] line) {
    try {
      execute(context, RequestJson.parse(line));
    } catch (IllegalArgumentException | IllegalStateException e) {
      answer(context, error(e.getMessage()));
    } catch (IOException e) {
      giveUp(context, e.getMessage());
    } catch (RuntimeException e) {
      giveUp(
          context, e.toString()); // A bug on our side; the consumer waiting for an answer is told.
    }
    readOn(context);
  }

  /** A read during the TLS handshake brings no line, and does not count. */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    worker.execute(() -> readOn(context));
  }

  private void readOn(ChannelHandlerContext context) {
    if (context.channel().isWritable()) {
      context.read();
    }
  }

  private void execute(ChannelHandlerContext context, ObjectNode command) throws IOException {
    if (RequestJson.whole(command, ControlProtocol.VERSION) != ControlProtocol.VERSION_NUMBER) {
      throw new IllegalArgumentException(
          "version must be 1, was " + command.get(ControlProtocol.VERSION));
    }
    requireToken(command);
    String op = RequestJson.text(command, ControlProtocol.OP);
    switch (op) {
      case ControlProtocol.REQUEST -> answer(context, request(command));
      case ControlProtocol.CANCEL -> answer(context, cancel(command));
      case ControlProtocol.LIST -> answer(context, list());
      case ControlProtocol.STATUS -> answer(context, status(command));
      case ControlProtocol.RECEIVE -> receive(context, command);
      case ControlProtocol.ACKNOWLEDGE -> acknowledge(command);
      case ControlProtocol.PING -> ping(context);
      default -> throw new IllegalArgumentException("unknown op " + op);
    }
  }

  private void requireToken(ObjectNode command) throws IOException {
    String presented = command.path(ControlProtocol.TOKEN).asText("");
    if (token.isPresent() && !token.get().matches(presented)) {
      throw new IOException(
          (presented.isEmpty() ? "this address needs a token" : "the token is wrong")
              + "; it is in the file 'token' in the folder of the service");
    }
  }

  private ObjectNode request(ObjectNode command) throws IOException {
    ActivationRequest asked =
        RequestJson.request(RequestJson.object(command, ControlProtocol.REQUEST));
    return RequestJson.object()
        .set(ControlProtocol.STATUS, RequestJson.of(service.requestFromAfar(asked)));
  }

  private ObjectNode cancel(ObjectNode command) throws IOException {
    return RequestJson.object()
        .put(ControlProtocol.CANCELLED, service.cancel(RequestJson.text(command, RequestJson.ID)));
  }

  private ObjectNode list() {
    ArrayNode all = RequestJson.object().putArray(ControlProtocol.REQUESTS);
    service.requests().forEach(status -> all.add(RequestJson.of(status)));
    return RequestJson.object().set(ControlProtocol.REQUESTS, all);
  }

  private ObjectNode status(ObjectNode command) {
    return RequestJson.object()
        .set(
            ControlProtocol.STATUS,
            RequestJson.of(service.status(RequestJson.text(command, RequestJson.ID))));
  }

  private void receive(ChannelHandlerContext context, ObjectNode command) {
    if (pump != null) {
      throw new IllegalStateException("this connection receives already");
    }
    ActiveRequest request = service.active(RequestJson.text(command, RequestJson.ID));
    JsonNode from = command.get(ControlProtocol.FROM);
    long position =
        from == null
            ? request.spool().acknowledged()
            : RequestJson.whole(command, ControlProtocol.FROM);
    request.spool().requireBlockAt(position);
    pump = new DeliveryPump(context, worker, request, position);
    pump.start();
  }

  private void acknowledge(ObjectNode command) {
    long position = RequestJson.whole(command, ControlProtocol.POSITION);
    if (pump == null) {
      throw new IllegalStateException("this connection receives nothing");
    }
    pump.acknowledge(position);
  }

  private void ping(ChannelHandlerContext context) {
    if (pump != null) {
      pump.renew();
    }
    answer(context, RequestJson.object().put(ControlProtocol.PONG, true));
  }

  private static ObjectNode error(String message) {
    return RequestJson.object().put(RequestJson.ERROR, String.valueOf(message));
  }

  private static void answer(ChannelHandlerContext context, ObjectNode text) {
    context.writeAndFlush(ControlProtocol.line(text));
  }

  private static void giveUp(ChannelHandlerContext context, String message) {
    context
        .writeAndFlush(ControlProtocol.line(error(message)))
        .addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    worker.execute(() -> goOn(context));
  }

  private void goOn(ChannelHandlerContext context) {
    if (pump != null) {
      pump.pump();
    }
    readOn(context);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent) {
      context.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    worker.execute(this::stop);
  }

  private void stop() {
    if (pump != null) {
      pump.stop();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof TooLongFrameException) {
      giveUp(context, "a line must have at most " + ControlProtocol.MAX_COMMAND + " bytes");
    } else {
      context.close();
    }
  }
}
