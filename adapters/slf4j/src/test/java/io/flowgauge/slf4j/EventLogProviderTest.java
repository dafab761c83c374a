package io.flowgauge.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.LogReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.MarkerFactory;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.helpers.SubstituteLogger;

class EventLogProviderTest {
  @TempDir private Path folder;

  private EventLoggers open(String... namesAndValues) {
    Map<String, String> texts = new HashMap<>();
    texts.put("file", folder.resolve("m.nlb").toString());
    for (int k = 0; k < namesAndValues.length; k += 2) {
      texts.put(namesAndValues[k], namesAndValues[k + 1]);
    }
    return EventLoggers.open(new Settings(texts), new BasicMDCAdapter());
  }

  private List<LogEvent> read() throws IOException {
    try (LogReader log = LogReader.open(folder.resolve("m.nlb"))) {
      return log.events().toList();
    }
  }

  /** As in a program that calls only SLF4J; the log is read after it has been flushed. */
  @Test
  void getLogger_onTheClassPath_logsIntoTheFile() throws Exception {
    Logger logger = LoggerFactory.getLogger("io.flowgauge.test");
    assertThat(logger.getClass().getSimpleName()).isEqualTo("EventLogger");
    MDC.put("user", "me");
    logger.info("hello {}", "world");
    MDC.clear();
    logger.debug("not wanted");
    EventLoggers loggers = (EventLoggers) LoggerFactory.getILoggerFactory();
    loggers.close();
    try (LogReader log = LogReader.open(Path.of(System.getProperty("flowgauge.slf4j.file")))) {
      LogEvent event = log.events().reduce((a, b) -> b).orElseThrow();
      assertThat(event.name()).isEqualTo("log.info");
      assertThat(event.value("msg")).contains("hello world");
      assertThat(event.value("arg.0")).contains("world");
      assertThat(event.value("mdc.user")).contains("me");
      assertThat(event.value("thread")).contains(Thread.currentThread().getName());
    }
  }

  @Test
  void log_fluentAndMarkerAndThrowable_areFields() throws IOException {
    try (EventLoggers loggers = open()) {
      Logger logger = loggers.getLogger("a.b");
      logger
          .atError()
          .addMarker(MarkerFactory.getMarker("M"))
          .addKeyValue("bytes", 65_536L)
          .addArgument(3)
          .setCause(new IllegalStateException("broken"))
          .log("sent {}");
      logger.warn(MarkerFactory.getMarker("N"), "two {} {}", 1, 2, new RuntimeException("last"));
    }
    List<LogEvent> events = read();
    assertThat(events.get(0).name()).isEqualTo("log.error");
    assertThat(events.get(0).values())
        .containsEntry("level", "Error")
        .containsEntry("msg", "sent 3")
        .containsEntry("template", "sent {}")
        .containsEntry("arg.0", 3)
        .containsEntry("bytes", 65_536L)
        .containsEntry("marker", "M")
        .containsEntry("exception.type", "java.lang.IllegalStateException")
        .containsEntry("exception.message", "broken");
    assertThat(events.get(0).value("exception.stacktrace").orElseThrow().toString())
        .contains("EventLogProviderTest");
    assertThat(events.get(1).values())
        .containsEntry("msg", "two 1 2")
        .containsEntry("marker", "N")
        .containsEntry("exception.message", "last");
  }

  @Test
  void log_fluentWithThrowableLast_isAsOtherwise() throws IOException {
    try (EventLoggers loggers = open()) {
      loggers.getLogger("a").atError().log("sent {}", 3, new IllegalStateException("broken"));
    }
    assertThat(read().get(0).values())
        .containsEntry("msg", "sent 3")
        .containsEntry("arg.0", 3)
        .doesNotContainKey("arg.1")
        .containsEntry("exception.message", "broken");
  }

  @Test
  void getLogger_levels_areThoseOfTheLongestName() throws IOException {
    try (EventLoggers loggers =
        open("level", "error", "level.a", "debug", "level.a.b.c", "off", "level.x", "loud")) {
      assertThat(loggers.getLogger("z").isWarnEnabled()).isFalse();
      assertThat(loggers.getLogger("z").isErrorEnabled()).isTrue();
      assertThat(loggers.getLogger("a").isDebugEnabled()).isTrue();
      assertThat(loggers.getLogger("a.b").isDebugEnabled()).isTrue();
      assertThat(loggers.getLogger("a.b").isTraceEnabled()).isFalse();
      assertThat(loggers.getLogger("a.b.c.d").isErrorEnabled()).isFalse();
      assertThat(loggers.getLogger("ab").isInfoEnabled()).isFalse();
      assertThat(loggers.getLogger("x").isInfoEnabled()).isTrue();
      assertThat(loggers.getLogger("x").isDebugEnabled()).isFalse();
      assertThat(loggers.getLogger("a")).isSameAs(loggers.getLogger("a"));
    }
  }

  /**
   * SLF4J keeps messages that other threads log while it initialises the provider, and passes them
   * on.
   */
  @Test
  void log_keptWhileInitialising_isLoggedWithItsTimeAndThread() throws Exception {
    Queue<SubstituteLoggingEvent> kept = new ArrayDeque<>();
    SubstituteLogger early = new SubstituteLogger("a", kept, false);
    Thread thread = new Thread(() -> early.info("early {}", 1), "early-thread");
    thread.start();
    thread.join();
    SubstituteLoggingEvent event = kept.remove();
    event.setTimeStamp(7);
    try (EventLoggers loggers = open()) {
      early.setDelegate(loggers.getLogger("a"));
      assertThat(early.isDelegateEventAware()).isTrue();
      early.log(event);
    }
    assertThat(read()).hasSize(1);
    assertThat(read().get(0).values())
        .containsEntry("msg", "early 1")
        .containsEntry("time", 7_000_000L)
        .containsEntry("thread", "early-thread");
  }

  @Test
  void log_argumentThatLogs_endsAndIsCounted() throws IOException {
    EventLoggers loggers = open();
    Logger logger = loggers.getLogger("a");
    Object talking =
        new Object() {
          @Override
          public String toString() {
            logger.info("asked: {}", this);
            return "talking";
          }
        };
    logger.info("it is {}", talking);
    assertThat(loggers.messages().orElseThrow().lost()).isPositive();
    loggers.close();
    logger.info("after the end");
    assertThat(read())
        .extracting(e -> e.value("msg").orElseThrow())
        .containsExactly("it is talking");
  }

  @Test
  void open_fileThatCannotBe_messagesGoNowhere() {
    try (EventLoggers loggers = open("file", folder.toString())) {
      assertThat(loggers.messages()).isEmpty();
      assertThat(loggers.getLogger("a").isErrorEnabled()).isFalse();
      loggers.getLogger("a").error("lost");
    }
  }

  /** Like a name with an umlaut on a system whose encoding is ASCII. */
  @Test
  void open_nameThatIsNoPath_messagesGoNowhere() {
    try (EventLoggers loggers = open("file", "no\0path")) {
      assertThat(loggers.messages()).isEmpty();
      loggers.getLogger("a").error("lost");
    }
  }

  @Test
  void readObject_logger_isTheOneOfItsName() throws Exception {
    Logger logger = LoggerFactory.getLogger("io.flowgauge.serial");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(logger);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(in.readObject()).isSameAs(logger);
    }
  }
}
