package io.flowgauge.log4j;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.LogReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.properties.PropertiesConfigurationFactory;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.apache.logging.log4j.message.StringMapMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventLogAppenderTest {
  @TempDir private Path folder;

  private static ConfigurationSource source(String text) throws IOException {
    return new ConfigurationSource(new ByteArrayInputStream(text.getBytes(UTF_8)));
  }

  private static Configuration xml(LoggerContext context, Object file) throws IOException {
    return new XmlConfiguration(
        context,
        source(
            "<Configuration status=\"OFF\"><Appenders><EventLog name=\"E\" fileName=\""
                + file
                + "\"/></Appenders><Loggers><Root level=\"debug\"><AppenderRef ref=\"E\"/></Root>"
                + "</Loggers></Configuration>"));
  }

  private static Configuration properties(LoggerContext context, Object file) throws IOException {
    return new PropertiesConfigurationFactory()
        .getConfiguration(
            context,
            source(
                "appender.e.type = EventLog\nappender.e.name = E\nappender.e.fileName = "
                    + file
                    + "\nrootLogger.level = debug\nrootLogger.appenderRef.e.ref = E\n"));
  }

  private LoggerContext start(boolean isXml, Object file) throws IOException {
    LoggerContext context = new LoggerContext("test");
    context.start(isXml ? xml(context, file) : properties(context, file));
    return context;
  }

  private Path file() {
    return folder.resolve("m.nlb");
  }

  private List<LogEvent> read() throws IOException {
    try (LogReader log = LogReader.open(file())) {
      return log.events().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void append_everything_isInFields(boolean isXml) throws IOException {
    LoggerContext context = start(isXml, file());
    Logger logger = context.getLogger("a.b");
    ThreadContext.put("user", "me");
    logger.warn(
        MarkerManager.getMarker("M"), "took {} s", 1.5, new IllegalStateException("broken"));
    ThreadContext.clearAll();
    logger.trace("not wanted");
    logger.debug("plain");
    logger.info(new StringMapMessage().with("bytes", "7").with("to", "x y"));
    logger.log(Level.forName("NOTICE", 350), "own level");
    logger.fatal("end");
    context.stop();

    List<LogEvent> events = read();
    assertThat(events)
        .extracting(LogEvent::name)
        .containsExactly("log.warn", "log.debug", "log.info", "log.warn", "log.fatal");
    assertThat(events.get(0).values())
        .containsEntry("level", "Warn")
        .containsEntry("logger", "a.b")
        .containsEntry("thread", Thread.currentThread().getName())
        .containsEntry("msg", "took 1.5 s")
        .containsEntry("template", "took {} s")
        .containsEntry("arg.0", 1.5)
        .containsEntry("mdc.user", "me")
        .containsEntry("marker", "M")
        .containsEntry("exception.type", "java.lang.IllegalStateException")
        .containsEntry("exception.message", "broken");
    assertThat(events.get(1).values()).hasSize(5);
    assertThat(events.get(2).values()).containsEntry("bytes", "7").containsEntry("to", "x y");
    assertThat(events.get(2).values()).doesNotContainKeys("template", "arg.0");
  }

  @Test
  void append_argumentThatLogs_ends() throws IOException {
    LoggerContext context = start(true, file());
    Logger logger = context.getLogger("a");
    Object talking =
        new Object() {
          @Override
          public String toString() {
            logger.info("asked");
            return "talking";
          }
        };
    logger.info("it is {}", talking);
    context.stop();
    logger.info("after the end");
    assertThat(read()).extracting(e -> e.value("msg").orElseThrow()).contains("it is talking");
  }

  @Test
  void reconfigure_sameFile_losesNothing() throws IOException {
    LoggerContext context = start(true, file());
    Logger logger = context.getLogger("a");
    logger.info("one");
    context.setConfiguration(xml(context, file()));
    logger.info("two");
    context.stop();
    assertThat(read()).extracting(e -> e.value("msg").orElseThrow()).containsExactly("one", "two");
    try (LogReader log = LogReader.open(file())) {
      assertThat(log.streams()).hasSize(1);
    }
  }

  @Test
  void start_afterStop_logsAgain() throws IOException {
    LoggerContext context = start(true, file());
    Logger logger = context.getLogger("a");
    Appender appender = context.getConfiguration().getAppender("E");
    logger.info("one");
    appender.stop();
    appender.start();
    logger.info("two");
    context.stop();
    assertThat(read()).extracting(e -> e.value("msg").orElseThrow()).containsExactly("one", "two");
  }

  @Test
  void build_fileThatCannotBe_leavesTheHostAlone() throws IOException {
    LoggerContext context = start(true, folder);
    context.getLogger("a").info("goes nowhere");
    assertThat((Object) context.getConfiguration().getAppender("E")).isNull();
    context.stop();
  }
}
