package io.flowgauge.benchmarks.eventlog;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.log.write.EventLogBuilder;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Flowgauge's log to a file, which its background thread writes meanwhile: with rings in mapped
 * files, with rings in memory, or with rings in mapped files and times by the processor's counter.
 */
@State(Scope.Benchmark)
public class FlowgaugeLog {
  /** The typed form of the event. */
  interface Form {
    void log(int myInt, float myFloat);
  }

  /** A form with a value of each type. */
  interface FiveTypes {
    void log(int number, long id, float share, double seconds, String text);
  }

  private static final EventSchema ALL =
      EventSchema.named("all")
          .int32("NUMBER")
          .int64("ID")
          .float32("SHARE")
          .float64("SECONDS")
          .string("TEXT")
          .build();

  static final EventSchema SCHEMA =
      EventSchema.named(TestEvent.NAME)
          .int32("MY_INT")
          .float32("MY_FLOAT")
          .constant("HOST", TestEvent.HOST)
          .constant("PROG", TestEvent.PROGRAM)
          .build();

  @Param({"ring", "buffer", "counter"})
  private String mode;

  /** Size of the buffers: more than one MiB, so that few events are dropped on a shared machine. */
  @Param("4194304")
  private int bytes;

  private Path file;
  private EventLog log;
  private Form on;
  private Form off;
  private FiveTypes five;

  /** Called by JMH. */
  public FlowgaugeLog() {}

  @Setup(Level.Trial)
  public void open() throws IOException {
    file = Arrivals.file("own");
    EventLogBuilder options = EventLog.to(file).buffer(bytes);
    log =
        switch (mode) {
          case "buffer" -> options.buffered().open();
          case "counter" -> options.timeStampCounter().open();
          default -> options.open();
        };
    log.counterFailure().ifPresent(System.out::println);
    log.ringFailure().ifPresent(System.out::println);
    on = log.declare(SCHEMA).as(MethodHandles.lookup(), Form.class);
    DeclaredEvent type =
        log.declare(EventSchema.named("off").int32("MY_INT").float32("MY_FLOAT").build());
    type.enable(false);
    off = type.as(MethodHandles.lookup(), Form.class);
    five = log.declare(ALL).as(MethodHandles.lookup(), FiveTypes.class);
  }

  void log(int myInt, float myFloat) {
    on.log(myInt, myFloat);
  }

  void logFiveTypes(int number, float share) {
    five.log(number, number, share, share, TestEvent.PROGRAM);
  }

  void logOff(int myInt, float myFloat) {
    off.log(myInt, myFloat);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException, InterruptedException {
    log.flush();
    long drainerNanos = Calls.cpuNanosOf("flowgauge-log ");
    log.close();
    long arrived = 0;
    try (LogReader reader = LogReader.open(file)) {
      for (EventCursor events = reader.cursor(); events.next(); ) {
        arrived++;
      }
    }
    if (arrived != log.counts().written()) {
      throw new IllegalStateException(arrived + " events arrived of " + log.counts());
    }
    Arrivals.report("flowgauge", file, arrived, log.counts().dropped());
    System.out.printf(
        "flowgauge: of each event that arrived, %.1f ns in the calls and %.1f ns in the background%n",
        Calls.allNanos() / (double) arrived, drainerNanos / (double) arrived);
  }
}
