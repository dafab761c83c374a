package io.flowgauge.benchmarks.eventlog;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import io.flowgauge.logback.EventLogAppender;
import java.io.IOException;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Logback with an event log. */
@State(Scope.Benchmark)
public class BridgedLogback {
  private Path file;
  private LoggerContext context;
  private Logger logger;

  /** Called by JMH. */
  public BridgedLogback() {}

  @Setup(Level.Trial)
  public void open() throws IOException {
    file = Arrivals.file("logback-events");
    context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    EventLogAppender appender = new EventLogAppender();
    appender.setContext(context);
    appender.setFile(file.toString());
    appender.start();
    logger = context.getLogger(TestEvent.NAME);
    logger.addAppender(appender);
  }

  void log(int myInt, float myFloat) {
    logger.info(TestEvent.MESSAGE, myInt, myFloat);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    context.stop();
    BridgedLog.report("Logback into the event log", "log.info", file);
  }
}
