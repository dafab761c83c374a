package io.flowgauge.activation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/** Receives over a connection, and over a new one when that breaks. */
final class RemoteReceiver implements EventReceiver {
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long LAST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** The service refuses this receiver, so retrying is pointless. */
  private static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }

  private final ActivationClient client;
  private final String id;

  /** Where to resume; unknown before the first delivery. */
  private OptionalLong position;

  private OptionalLong unacknowledged = OptionalLong.empty();
  private Optional<String> failure = Optional.empty();
  private volatile ServiceConnection connection;
  private volatile boolean closed;
  private boolean finished;
  private long pauseNanos = FIRST_PAUSE_NANOS;

  RemoteReceiver(ActivationClient client, String id, OptionalLong position) {
    this.client = client;
    this.id = id;
    this.position = position;
  }

  @Override
  public Optional<EventDelivery> next(Duration timeout) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    Optional<EventDelivery> delivery = Optional.empty();
    while (delivery.isEmpty() && !finished && deadline - System.nanoTime() > 0) {
      requireOpen();
      delivery = tryNext(deadline);
    }
    return delivery;
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("request " + id + ": receiver is closed");
    }
  }

  private Optional<EventDelivery> tryNext(long deadline) throws IOException, InterruptedException {
    try {
      Optional<AnswerDecoder.Answer> answer =
          connected().take(Math.max(0, deadline - System.nanoTime()));
      failure = Optional.empty();
      return answer.isPresent() ? read(answer.get()) : Optional.empty();
    } catch (RefusedException e) {
      throw e;
    } catch (IOException e) {
      broken(e, deadline);
      return Optional.empty();
    }
  }

  /** Arranges to retry later, unless one side does not trust the other's certificate. */
  private void broken(IOException problem, long deadline) throws IOException, InterruptedException {
    disconnect();
    failure = Optional.of(problem.toString());
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException) {
        throw new IOException(problem.getMessage() + ": " + cause.getMessage(), problem);
      }
    }
    pause(deadline);
  }

  private ServiceConnection connected() throws IOException, InterruptedException {
    ServiceConnection made = connection;
    if (made == null) {
      made = client.connect();
      connection = made;
      ObjectNode command = ActivationClient.command(ControlProtocol.RECEIVE, id);
      position.ifPresent(from -> command.put(ControlProtocol.FROM, from));
      made.send(command);
      unacknowledged.ifPresent(this::sendAcknowledged);
    }
    return made;
  }

  /** Acknowledges again, because acknowledgements on the broken connection may be lost. */
  private void sendAcknowledged(long end) {
    ServiceConnection made = connection;
    if (made != null) {
      made.send(
          ControlProtocol.command(ControlProtocol.ACKNOWLEDGE).put(ControlProtocol.POSITION, end));
    }
  }

  private void pause(long deadline) throws InterruptedException {
    long left = Math.min(pauseNanos, deadline - System.nanoTime());
    TimeUnit.NANOSECONDS.sleep(Math.max(0, left));
    pauseNanos = Math.min(2 * pauseNanos, LAST_PAUSE_NANOS);
  }

  private Optional<EventDelivery> read(AnswerDecoder.Answer answer) throws IOException {
    ObjectNode text = answer.text();
    if (text.has(RequestJson.ERROR)) {
      close();
      throw new RefusedException(text.path(RequestJson.ERROR).asText());
    }
    finished = text.has(ControlProtocol.ENDED);
    if (!text.has(ControlProtocol.DELIVER)) {
      return Optional.empty();
    }
    pauseNanos = FIRST_PAUSE_NANOS;
    EventDelivery delivery =
        new EventDelivery(
            RequestJson.whole(text, ControlProtocol.POSITION),
            answer.blocks(),
            RequestJson.whole(text, RequestJson.REFUSED),
            RequestJson.whole(text, RequestJson.MISSING));
    position = OptionalLong.of(delivery.end());
    return Optional.of(delivery);
  }

  @Override
  public void acknowledge(EventDelivery delivery) {
    unacknowledged = OptionalLong.of(delivery.end());
    sendAcknowledged(delivery.end());
  }

  @Override
  public boolean isFinished() {
    return finished;
  }

  @Override
  public Optional<String> failure() {
    return failure;
  }

  private void disconnect() {
    ServiceConnection last = connection;
    connection = null;
    if (last != null) {
      last.close();
    }
  }

  @Override
  public void close() {
    closed = true;
    disconnect();
  }

  @Override
  public String toString() {
    return "RemoteReceiver[" + id + " of " + client + "]";
  }
}
