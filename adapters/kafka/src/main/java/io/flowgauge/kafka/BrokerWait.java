package io.flowgauge.kafka;

import io.flowgauge.fleet.Failures;
import io.flowgauge.fleet.FleetException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Waits for a broker to answer. If that takes long, sends one message that no broker answers, and
 * later one that a broker has answered. Thread-safe.
 */
final class BrokerWait {
  private final Object servers;
  private final Duration patience;
  private final Consumer<String> messages;
  private final AtomicBoolean isReported = new AtomicBoolean();

  /**
   * Creates a wait, which {@link #await} starts.
   *
   * @param servers the addresses of brokers
   * @param patience how long to wait before a message is sent
   * @param messages receives sentences
   */
  BrokerWait(Object servers, Duration patience, Consumer<String> messages) {
    this.servers = servers;
    this.patience = patience;
    this.messages = messages;
  }

  /** Thrown if no broker answered within the client's timeout; a message has said so. */
  static final class NoAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoAnswerException(Throwable cause) {
      super(cause);
    }
  }

  /**
   * Returns once a broker has answered.
   *
   * @throws NoAnswerException if the client gives up; try again with a new one
   */
  void await(Admin admin) throws InterruptedException {
    KafkaFuture<?> answer = requestNodes(admin);
    try {
      if (!isAnswered(answer)) {
        report(false);
        answer.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TimeoutException) {
        report(false);
        throw new NoAnswerException(e);
      }
      throw new FleetException(Failures.text(e), e);
    }
    report(true);
  }

  /** Whether a broker answers in time. */
  boolean answers(Admin admin) throws InterruptedException {
    try {
      return isAnswered(requestNodes(admin));
    } catch (ExecutionException e) {
      return false;
    }
  }

  private static KafkaFuture<?> requestNodes(Admin admin) {
    return admin.describeCluster().nodes();
  }

  private boolean isAnswered(KafkaFuture<?> answer)
      throws InterruptedException, ExecutionException {
    try {
      answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (java.util.concurrent.TimeoutException e) {
      return false;
    }
  }

  /** Sends a message if the state differs from the one last reported. */
  void report(boolean answers) {
    if (isReported.compareAndSet(answers, !answers)) {
      messages.accept(
          answers
              ? "a broker has answered at " + servers
              : "no broker answers at " + servers + "; trying until one does");
    }
  }
}
