package io.flowgauge.benchmarks.eventlog;

import io.flowgauge.log4j.EventLogAppender;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Log4j 2 with an event log. */
@State(Scope.Benchmark)
public class BridgedLog4j {
  private Path file;
  private LoggerContext context;
  private Logger logger;

  /** Called by JMH. */
  public BridgedLog4j() {}

  @Setup(Level.Trial)
  public void open() throws IOException {
    file = Arrivals.file("log4j-events");
    ConfigurationBuilder<BuiltConfiguration> all =
        ConfigurationBuilderFactory.newConfigurationBuilder();
    all.add(all.newRootLogger(org.apache.logging.log4j.Level.INFO));
    context = Configurator.initialize(all.build());
    EventLogAppender appender =
        EventLogAppender.newBuilder().setName("events").setFileName(file.toString()).build();
    appender.start();
    context.getConfiguration().addAppender(appender);
    context.getConfiguration().getRootLogger().addAppender(appender, null, null);
    context.updateLoggers();
    logger = context.getLogger(TestEvent.NAME);
  }

  void log(int myInt, float myFloat) {
    logger.info(TestEvent.MESSAGE, myInt, myFloat);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    Configurator.shutdown(context);
    BridgedLog.report("Log4j 2 into the event log", "log.info", file);
  }
}
