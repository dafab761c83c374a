package io.flowgauge.benchmarks.eventlog;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.builder.api.AppenderComponentBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Log4j 2 with a random access file; asynchronous if the benchmark sets that context selector. */
@State(Scope.Benchmark)
public class Log4jLog {
  private static final String FILE = "file";

  private Path file;
  private LoggerContext context;
  private Logger logger;

  /** Called by JMH. */
  public Log4jLog() {}

  @Setup
  public void open() throws IOException {
    file = Arrivals.file("log4j");
    ConfigurationBuilder<BuiltConfiguration> all =
        ConfigurationBuilderFactory.newConfigurationBuilder();
    AppenderComponentBuilder appender =
        all.newAppender(FILE, "RandomAccessFile")
            .addAttribute("fileName", file.toString())
            .addAttribute("immediateFlush", false)
            .add(all.newLayout("PatternLayout").addAttribute("pattern", pattern()));
    all.add(appender).add(all.newRootLogger(Level.INFO).add(all.newAppenderRef(FILE)));
    context = Configurator.initialize(all.build());
    logger = context.getLogger(TestEvent.NAME);
  }

  /** Adapts the pattern to Log4j: the zone has its own braces, and the format has no quotes. */
  private static String pattern() {
    return TestEvent.LINE.replace("{\"", "{").replace("\", UTC}", "}{UTC}");
  }

  void log(int myInt, float myFloat) {
    logger.info(TestEvent.MESSAGE, myInt, myFloat);
  }

  @TearDown
  public void close() throws IOException {
    Configurator.shutdown(context);
    Arrivals.reportLines("Log4j 2", file);
  }
}
