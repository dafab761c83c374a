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

/**
 * Answers a consumer, one line after the other: the next is read only when this one is dealt with,
 * so that whoever asks without end, or never reads the answers, waits for himself alone. As answers
 * may need the disk, a worker of the connection finds them.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What fails closes the channel, which is seen.
final class ControlHandler extends SimpleChannelInboundHandler<ByteBuf> {
  private final ActivationService service;
  private final EventExecutor worker;

  /** Used by the worker alone. */
  private DeliveryPump pump;

  ControlHandler(ActivationService service, EventExecutor worker) {
    this.service = service;
    this.worker = worker;
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
      execute(context, Json.parse(line));
    } catch (IllegalArgumentException | IllegalStateException e) {
      answer(context, error(e.getMessage()));
    } catch (IOException e) {
      giveUp(context, e.getMessage());
    } catch (RuntimeException e) {
      giveUp(context, e.toString()); // A defect of ours; who waits for an answer shall know.
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
    if (Json.whole(command, Protocol.VERSION) != Protocol.VERSION_NUMBER) {
      throw new IllegalArgumentException("version must be 1, was " + command.get(Protocol.VERSION));
    }
    String op = Json.text(command, Protocol.OP);
    switch (op) {
      case Protocol.REQUEST -> answer(context, request(command));
      case Protocol.CANCEL -> answer(context, cancel(command));
      case Protocol.LIST -> answer(context, list());
      case Protocol.STATUS -> answer(context, status(command));
      case Protocol.RECEIVE -> receive(context, command);
      case Protocol.ACKNOWLEDGE -> acknowledge(command);
      case Protocol.PING -> ping(context);
      default -> throw new IllegalArgumentException("there is no op " + op);
    }
  }

  private ObjectNode request(ObjectNode command) throws IOException {
    ActivationRequest asked = Json.request(Json.object(command, Protocol.REQUEST));
    return Json.object().set(Protocol.STATUS, Json.of(service.requestFromAfar(asked)));
  }

  private ObjectNode cancel(ObjectNode command) throws IOException {
    return Json.object().put(Protocol.CANCELLED, service.cancel(Json.text(command, Json.ID)));
  }

  private ObjectNode list() {
    ArrayNode all = Json.object().putArray(Protocol.REQUESTS);
    service.requests().forEach(status -> all.add(Json.of(status)));
    return Json.object().set(Protocol.REQUESTS, all);
  }

  private ObjectNode status(ObjectNode command) {
    return Json.object().set(Protocol.STATUS, Json.of(service.status(Json.text(command, Json.ID))));
  }

  private void receive(ChannelHandlerContext context, ObjectNode command) {
    if (pump != null) {
      throw new IllegalStateException("this connection receives already");
    }
    ActiveRequest request = service.active(Json.text(command, Json.ID));
    JsonNode from = command.get(Protocol.FROM);
    long position =
        from == null ? request.spool().acknowledged() : Json.whole(command, Protocol.FROM);
    request.spool().requireBlockAt(position);
    pump = new DeliveryPump(context, worker, request, position);
    pump.start();
  }

  private void acknowledge(ObjectNode command) {
    long position = Json.whole(command, Protocol.POSITION);
    if (pump == null) {
      throw new IllegalStateException("this connection receives nothing");
    }
    pump.acknowledge(position);
  }

  private void ping(ChannelHandlerContext context) {
    if (pump != null) {
      pump.renew();
    }
    answer(context, Json.object().put(Protocol.PONG, true));
  }

  private static ObjectNode error(String message) {
    return Json.object().put(Json.ERROR, String.valueOf(message));
  }

  private static void answer(ChannelHandlerContext context, ObjectNode text) {
    context.writeAndFlush(Protocol.line(text));
  }

  private static void giveUp(ChannelHandlerContext context, String message) {
    context.writeAndFlush(Protocol.line(error(message))).addListener(ChannelFutureListener.CLOSE);
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
      giveUp(context, "a line must have at most " + Protocol.MAX_COMMAND + " bytes");
    } else {
      context.close();
    }
  }
}
