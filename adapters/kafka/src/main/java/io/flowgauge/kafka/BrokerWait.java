package io.flowgauge.kafka;

import io.flowgauge.fleet.Failures;
import io.flowgauge.fleet.FleetException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Waits for a broker to answer. Says once that none does, if that takes long, and then once that
 * one has. Not thread-safe.
 */
final class BrokerWait {
  private final Object servers;
  private final Duration patience;
  private final Consumer<String> messages;
  private boolean isReported;

  /**
   * A wait that has not begun.
   *
   * @param servers the addresses of brokers
   * @param patience how long nothing is said
   * @param messages receives sentences
   */
  BrokerWait(Object servers, Duration patience, Consumer<String> messages) {
    this.servers = servers;
    this.patience = patience;
    this.messages = messages;
  }

  /** No broker has answered within the time of the client, which has been said. */
  static final class NoAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoAnswerException(Throwable cause) {
      super(cause);
    }
  }

  /**
   * Returns once a broker has answered.
   *
   * @throws NoAnswerException if the client gives up, and another is to try again
   */
  void await(Admin admin) throws InterruptedException {
    KafkaFuture<?> answer = admin.describeCluster().nodes();
    try {
      if (!isAnswered(answer)) {
        reportNoAnswer();
        answer.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TimeoutException) {
        reportNoAnswer();
        throw new NoAnswerException(e);
      }
      throw new FleetException(Failures.text(e), e);
    }
    if (isReported) {
      messages.accept("a broker has answered at " + servers);
    }
    isReported = false;
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

  private void reportNoAnswer() {
    if (!isReported) {
      messages.accept("no broker answers at " + servers + "; trying until one does");
    }
    isReported = true;
  }
}
