package io.flowgauge.cli.fleet;

import io.flowgauge.cli.Failure;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.terminal.ClosedPipeException;
import io.flowgauge.cli.terminal.StopSignal;
import io.flowgauge.report.layout.Human;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import java.io.IOException;

/**
 * Reports on standard output that runs are over. If that cannot be written, the fleet still does
 * the rest of its work. Not thread-safe.
 */
final class RunLines {
  private final Session session;
  private final StopSignal stop;
  private boolean isFailing;

  /**
   * Creates the printer of a session.
   *
   * @param stop given when the reader of standard output has closed it
   */
  RunLines(Session session, StopSignal stop) {
    this.session = session;
    this.stop = stop;
  }

  void print(String id, WorkflowRun run) {
    try {
      session.text().write(line(id, run));
      session.flush();
      isFailing = false;
    } catch (ClosedPipeException e) {
      stop.give();
    } catch (IOException e) {
      if (!isFailing) {
        session.say(
            "cannot write to standard output, but runs are still reported: "
                + Failure.oneLine("" + e.getMessage()));
      }
      isFailing = true;
    }
  }

  private static String line(String id, WorkflowRun run) {
    String took =
        run.makespan().map(time -> ", " + Human.brief(Times.seconds(time.toNanos()))).orElse("");
    return Failure.oneLine(
            "run "
                + id
                + (run.name().isEmpty() ? "" : " (" + run.name() + ")")
                + ": "
                + Human.count(run.workflow().activityCount(), "activity", "activities")
                + took
                + (run.isFinished() ? "" : ", given up"))
        + "\n";
  }
}
