package io.flowgauge.cli.log;

import io.flowgauge.activation.ActivationRequest;
import io.flowgauge.cli.Failure;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.terminal.StopSignal;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.log.text.EventWriter;
import io.flowgauge.sites.ReceivedLogs;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Prints the events of other machines as they arrive. Not thread-safe. */
final class RemoteTail {
  private static final Duration MOMENT = Duration.ofMillis(200);

  private final Session session;
  private final LogFilter filter;
  private final EventWriter writer;
  private final Set<Refusal> reported = new HashSet<>();

  RemoteTail(Session session, LogFilter filter, EventWriter writer) {
    this.session = session;
    this.filter = filter;
    this.writer = writer;
  }

  /** Returns the request for events. */
  ActivationRequest request() {
    return ActivationRequest.of(filter.onePattern()).where(filter.conditionsOnNumbers());
  }

  /** Prints events until it is stopped, or no more can arrive; returns the exit status. */
  int run(ReceivedLogs logs) throws IOException {
    try (StopSignal stop = StopSignal.listen();
        FollowedLogs followed = new FollowedLogs(List.copyOf(logs.files().values()), session)) {
      while (!logs.isFinished() && !stop.await(Duration.ZERO)) {
        if (logs.keep(MOMENT)) {
          writer.writeAll(filter.of(followed.appended()));
          writer.flush();
        }
        logs.troubles().forEach(this::report);
      }
    } catch (InterruptedException | ClosedByInterruptException e) {
      Thread.currentThread().interrupt();
    }
    logs.troubles().forEach(this::report);
    return logs.files().isEmpty() ? Main.FAILED : Main.DONE;
  }

  private void report(Refusal refusal) {
    if (reported.add(refusal)) {
      session.say(Failure.text(refusal));
      session.errors().flush();
    }
  }
}
