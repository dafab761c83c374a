package io.flowgauge.benchmarks.eventlog;

import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.EventType;
import io.flowgauge.runlog.LoggedActivity;
import io.flowgauge.runlog.RunLog;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A run that is logged, of one activity with very many attempts. */
@State(Scope.Benchmark)
public class BridgedRun {
  private static final int BUFFER = 1 << 24;

  private Path file;
  private EventLog log;
  private LoggedActivity activity;

  /** Called by JMH. */
  public BridgedRun() {}

  @Setup(Level.Trial)
  public void open() throws IOException {
    file = Arrivals.file("run");
    log = EventLog.to(file).buffer(BUFFER).open();
    activity = RunLog.begin(log, "r1", "benchmark").activity(Activity.of("a"));
  }

  void log(EventType type, int attempt) {
    activity.log(type, attempt);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    log.close();
    BridgedLog.report("events of activities", "run.activity.active", file);
  }
}
