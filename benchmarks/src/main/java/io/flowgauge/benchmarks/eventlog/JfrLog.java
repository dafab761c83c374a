package io.flowgauge.benchmarks.eventlog;

import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordingFile;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** JDK Flight Recorder, to memory or to disk. */
@State(Scope.Benchmark)
public class JfrLog {
  private static final String NAME = "flowgauge.TestEvent";

  /** The event as JFR wants it. */
  @Name(NAME)
  @StackTrace(false)
  static final class JfrEvent extends Event {
    int myInt;
    float myFloat;
  }

  @Param({"false", "true"})
  private boolean disk;

  private Recording recording;

  /** Called by JMH. */
  public JfrLog() {}

  @Setup(Level.Trial)
  public void start() {
    recording = new Recording();
    recording.setToDisk(disk);
    recording.enable(JfrEvent.class).withoutStackTrace().withoutThreshold();
    recording.start();
  }

  void log(int myInt, float myFloat) {
    JfrEvent event = new JfrEvent();
    event.myInt = myInt;
    event.myFloat = myFloat;
    event.commit();
  }

  @TearDown(Level.Trial)
  public void stop() throws IOException {
    Path file = Arrivals.file("jfr");
    recording.dump(file);
    recording.close();
    long arrived = 0;
    try (RecordingFile events = new RecordingFile(file)) {
      while (events.hasMoreEvents()) {
        if (events.readEvent().getEventType().getName().equals(NAME)) {
          arrived++;
        }
      }
    }
    Arrivals.report(disk ? "JFR to disk" : "JFR in memory, what it kept", file, arrived, 0);
  }
}
