package io.flowgauge.benchmarks.eventlog;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.FileAppender;
import java.io.IOException;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Logback with a file that is not flushed after each event. */
@State(Scope.Benchmark)
public class LogbackLog {
  private Path file;
  private LoggerContext context;
  private Logger logger;

  /** Called by JMH. */
  public LogbackLog() {}

  @Setup
  public void open() throws IOException {
    file = Arrivals.file("logback");
    context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(TestEvent.LINE);
    encoder.start();
    FileAppender<ILoggingEvent> appender = new FileAppender<>();
    appender.setContext(context);
    appender.setFile(file.toString());
    appender.setImmediateFlush(false);
    appender.setEncoder(encoder);
    appender.start();
    logger = context.getLogger(TestEvent.NAME);
    logger.addAppender(appender);
  }

  void log(int myInt, float myFloat) {
    logger.info(TestEvent.MESSAGE, myInt, myFloat);
  }

  @TearDown
  public void close() throws IOException {
    context.stop();
    Arrivals.reportLines("Logback", file);
  }
}
