package io.flowgauge.cli.run;

import io.flowgauge.cli.Session;
import io.flowgauge.live.LiveMonitorBuilder;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.util.List;

/** What runs that are watched are expected to be like. */
public final class EarlierRuns {
  private final History history;

  /** Earlier runs, or what was learned from them. */
  public EarlierRuns(Session session, List<String> places) throws IOException {
    history = new History(session, places);
  }

  /** The runs; none of what was learned from them. */
  public List<WorkflowRun> runs() throws IOException {
    return history.all();
  }

  /** Gives them to a monitor. */
  public LiveMonitorBuilder addTo(LiveMonitorBuilder monitor) throws IOException {
    if (history.isLearned()) {
      return monitor.history(history.learned());
    }
    List<WorkflowRun> runs = history.all();
    return monitor.earlier(runs);
  }
}
