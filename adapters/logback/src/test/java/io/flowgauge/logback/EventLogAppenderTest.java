package io.flowgauge.logback;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.status.Status;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.LogReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.MarkerFactory;

class EventLogAppenderTest {
  @TempDir private Path folder;

  private LoggerContext context(String appender) throws JoranException {
    LoggerContext context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    String text =
        "<configuration><appender name=\"E\" class=\""
            + EventLogAppender.class.getName()
            + "\">"
            + appender
            + "</appender><root level=\"debug\"><appender-ref ref=\"E\"/></root></configuration>";
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(new ByteArrayInputStream(text.getBytes(UTF_8)));
    return context;
  }

  private LoggerContext context() throws JoranException {
    return context("<file>" + folder.resolve("m.nlb") + "</file>");
  }

  private List<LogEvent> read() throws IOException {
    try (LogReader log = LogReader.open(folder.resolve("m.nlb"))) {
      return log.events().toList();
    }
  }

  @Test
  void append_everything_isInFields() throws Exception {
    LoggerContext context = context();
    Logger logger = context.getLogger("a.b");
    context.getMDCAdapter().put("user", "me");
    logger
        .atWarn()
        .addMarker(MarkerFactory.getMarker("M"))
        .addKeyValue("bytes", 7)
        .addArgument(1.5)
        .setCause(new IllegalStateException("broken", new IOException("disk")))
        .log("took {} s");
    context.getMDCAdapter().clear();
    logger.trace("not wanted");
    logger.debug("plain");
    long after = System.currentTimeMillis() * 1_000_000 + 1_000_000;
    context.stop();

    List<LogEvent> events = read();
    assertThat(events).extracting(LogEvent::name).containsExactly("log.warn", "log.debug");
    assertThat(events.get(0).values())
        .containsEntry("level", "Warn")
        .containsEntry("logger", "a.b")
        .containsEntry("thread", Thread.currentThread().getName())
        .containsEntry("msg", "took 1.5 s")
        .containsEntry("template", "took {} s")
        .containsEntry("arg.0", 1.5)
        .containsEntry("mdc.user", "me")
        .containsEntry("bytes", 7)
        .containsEntry("marker", "M")
        .containsEntry("exception.type", "java.lang.IllegalStateException")
        .containsEntry("exception.message", "broken");
    assertThat(events.get(0).value("exception.stacktrace").orElseThrow().toString())
        .contains("Caused by: java.io.IOException: disk");
    assertThat((Long) events.get(0).value("time").orElseThrow()).isBetween(1L, after);
    assertThat(events.get(1).values()).hasSize(5);
  }

  @Test
  void append_argumentThatLogs_ends() throws Exception {
    LoggerContext context = context();
    Logger logger = context.getLogger("a");
    Object talking =
        new Object() {
          @Override
          public String toString() {
            logger.info("asked: {}", this);
            return "talking";
          }
        };
    logger.info("it is {}", talking);
    context.stop();
    logger.info("after the end");
    assertThat(read()).extracting(e -> e.value("msg").orElseThrow()).contains("it is talking");
    assertThat(read()).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void start_twice_stopsWhole() throws Exception {
    EventLogAppender appender = new EventLogAppender();
    Path file = folder.resolve("twice.nlb");
    appender.setFile(file.toString());
    appender.start();
    appender.start();
    appender.stop();
    assertThat(Path.of(file + ".rings")).doesNotExist(); // An open log keeps its rings there.
  }

  @Test
  void start_noFileOrABadOne_isAnErrorInTheStatus() throws Exception {
    for (String appender : List.of("", "<file>" + folder + "</file>")) {
      LoggerContext context = context(appender);
      context.getLogger("a").info("goes nowhere");
      assertThat(context.getStatusManager().getCopyOfStatusList())
          .anyMatch(s -> s.getLevel() == Status.ERROR && s.getMessage().contains("appender E"));
      context.stop();
    }
  }
}
