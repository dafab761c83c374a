package io.flowgauge.benchmarks.eventlog;

import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Logs of the test event with rings in memory, with or without a trigger file, which is checked
 * every second.
 */
@State(Scope.Benchmark)
public abstract class TriggeredLog {
  private static final int BUFFER = 1 << 24;

  private Path triggers;
  private Path file;
  private EventLog log;
  private FlowgaugeLog.Form form;

  /** Everything to a file, without a trigger file. */
  public static class Plain extends TriggeredLog {
    /** Called by JMH. */
    public Plain() {}

    @Override
    EventLog open(Path triggers, Path file) throws IOException {
      return EventLog.to(file).buffered().buffer(BUFFER).open();
    }
  }

  /** Everything to a file, because a trigger file says so. */
  public static class Triggered extends TriggeredLog {
    /** Called by JMH. */
    public Triggered() {}

    @Override
    EventLog open(Path triggers, Path file) throws IOException {
      Files.writeString(triggers, "event=* to=file:" + file + "\n");
      return EventLog.triggeredBy(triggers).buffer(BUFFER).open();
    }
  }

  /** The first few million events to a file, by their values. */
  public static class Thresholded extends TriggeredLog {
    /** Called by JMH. */
    public Thresholded() {}

    @Override
    EventLog open(Path triggers, Path file) throws IOException {
      Files.writeString(triggers, "event=* where=MY_FLOAT<3e6 to=file:" + file + "\n");
      return EventLog.triggeredBy(triggers).buffer(BUFFER).open();
    }
  }

  /** Nothing, because the trigger file selects another event. */
  public static class Unwanted extends TriggeredLog {
    /** Called by JMH. */
    public Unwanted() {}

    @Override
    EventLog open(Path triggers, Path file) throws IOException {
      Files.writeString(triggers, "event=other to=file:" + file + "\n");
      return EventLog.triggeredBy(triggers).open();
    }
  }

  abstract EventLog open(Path triggers, Path file) throws IOException;

  @Setup(Level.Trial)
  public void open() throws IOException, InterruptedException {
    triggers = Arrivals.file("triggers");
    file = Arrivals.file("triggered");
    log = open(triggers, file);
    DeclaredEvent type = log.declare(FlowgaugeLog.SCHEMA);
    while (!(this instanceof Unwanted) && !type.isEnabled()) {
      Thread.sleep(1);
    }
    form = type.as(MethodHandles.lookup(), FlowgaugeLog.Form.class);
  }

  void log(int myInt, float myFloat) {
    form.log(myInt, myFloat);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    log.close();
    Files.delete(triggers);
    long arrived = 0;
    try (LogReader reader = LogReader.open(file)) {
      for (EventCursor events = reader.cursor(); events.next(); ) {
        arrived++;
      }
    }
    if (arrived != log.counts().written()) {
      throw new IllegalStateException(arrived + " events arrived of " + log.counts());
    }
    Arrivals.report(getClass().getSimpleName(), file, arrived, log.counts().dropped());
  }
}
