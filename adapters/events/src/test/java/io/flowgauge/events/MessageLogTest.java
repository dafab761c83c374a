package io.flowgauge.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.write.EventLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessageLogTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void chooseFile() {
    file = folder.resolve("messages.nlb");
  }

  private List<LogEvent> read() throws IOException {
    try (LogReader log = LogReader.open(file)) {
      return log.events().toList();
    }
  }

  @Test
  void log_fields_keepTheirTypes() throws IOException {
    try (MessageLog log = MessageLog.open(file)) {
      log.message(MessageLevel.WARN, 17, "a.b", "main", "got 5")
          .arguments("got {}", new Object[] {5, 6L, 1.5f, 2.5, "t", null, new int[0][0]})
          .context("user", "me")
          .value("bytes", 65_536)
          .value("bytes", "twice")
          .value("msg", true)
          .value("a key=", 'c')
          .value("", (short) 1)
          .marker("M1,M2")
          .log();
    }
    LogEvent event = read().get(0);
    assertThat(event.name()).isEqualTo("log.warn");
    assertThat(event.values())
        .containsEntry("level", "Warn")
        .containsEntry("time", 17L)
        .containsEntry("logger", "a.b")
        .containsEntry("thread", "main")
        .containsEntry("msg", "got 5")
        .containsEntry("template", "got {}")
        .containsEntry("arg.0", 5)
        .containsEntry("arg.1", 6L)
        .containsEntry("arg.2", 1.5f)
        .containsEntry("arg.3", 2.5)
        .containsEntry("arg.4", "t")
        .containsEntry("arg.5", "null")
        .containsEntry("arg.6", "[]")
        .containsEntry("mdc.user", "me")
        .containsEntry("bytes", 65_536)
        .containsEntry("bytes_2", "twice")
        .containsEntry("msg_2", "true")
        .containsEntry("a_key_", "c")
        .containsEntry("_", 1)
        .containsEntry("marker", "M1,M2")
        .hasSize(20);
  }

  @Test
  void log_longTexts_areCutAndSaySo() throws IOException {
    try (MessageLog log = MessageLog.open(file)) {
      log.message(MessageLevel.INFO, 1, "l", "t", "é".repeat(100_000))
          .value("next", "x".repeat(100_000))
          .value("last", "y")
          .log();
      assertThat(log.counts().failure()).isEmpty();
    }
    LogEvent event = read().get(0);
    int kept =
        event.value("msg").orElseThrow().toString().length()
            + event.value("next").orElseThrow().toString().length()
            + event.value("last").orElseThrow().toString().length();
    assertThat(event.value("cut")).contains(200_001 - kept);
  }

  @Test
  void log_throwingValues_areSaidToFail() throws IOException {
    Object hostile =
        new Object() {
          @Override
          public String toString() {
            throw new IllegalStateException("no text");
          }
        };
    RuntimeException thrown =
        new RuntimeException("outer", new IllegalStateException("cause")) {
          private static final long serialVersionUID = 1L;

          @Override
          public String getMessage() {
            throw new IllegalStateException("no message");
          }
        };
    try (MessageLog log = MessageLog.open(file)) {
      log.message(MessageLevel.ERROR, 1, null, null, null).value("v", hostile).thrown(thrown).log();
    }
    LogEvent event = read().get(0);
    assertThat(event.value("v").orElseThrow().toString()).startsWith("[toString() of io.flowgauge");
    assertThat(event.value("exception.type")).contains(thrown.getClass().getName());
    assertThat(event.value("exception.stacktrace").orElseThrow().toString()).contains("[failed: ");
  }

  @Test
  @SuppressWarnings("ToStringReturnsNull") // As in careless applications.
  void log_valuesThatThrowErrorsOrHaveNoText_areSaidToFail() throws IOException {
    Object broken =
        new Object() {
          @Override
          public String toString() {
            throw new NoClassDefFoundError("gone");
          }
        };
    Object undeclared =
        new Object() {
          @Override
          public String toString() {
            throw MessageLogTest.<RuntimeException>undeclared(new IOException("sneaked"));
          }
        };
    Object nothing =
        new Object() {
          @Override
          public String toString() {
            return null;
          }
        };
    try (MessageLog log = MessageLog.open(file)) {
      log.message(MessageLevel.INFO, 1, "l", "t", "text")
          .arguments("{} {} {}", new Object[] {broken, undeclared, nothing})
          .log();
    }
    LogEvent event = read().get(0);
    assertThat(event.value("arg.0").orElseThrow().toString()).contains("NoClassDefFoundError");
    assertThat(event.value("arg.1").orElseThrow().toString()).contains("IOException");
    assertThat(event.value("arg.2")).contains("null");
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Exception> X undeclared(Exception exception) throws X {
    throw (X) exception;
  }

  @Test
  void log_exceptionsThatThrowErrorsOrHaveThousandsOfCauses_areSaidToFail() throws IOException {
    RuntimeException broken =
        new RuntimeException() {
          private static final long serialVersionUID = 1L;

          @Override
          public String getMessage() {
            throw new AssertionError("no message");
          }
        };
    Throwable deep = null;
    for (int k = 0; k < 100_000; k++) {
      deep = new RuntimeException("cause " + k, deep);
    }
    try (MessageLog log = MessageLog.open(file)) {
      log.message(MessageLevel.ERROR, 1, "l", "t", "broken").thrown(broken).log();
      log.message(MessageLevel.ERROR, 2, "l", "t", "deep").thrown(deep).log();
    }
    assertThat(read().get(0).value("exception.stacktrace").orElseThrow().toString())
        .contains("[failed: java.lang.AssertionError]");
    assertThat(read().get(1).value("exception.stacktrace").orElseThrow().toString())
        .contains("Caused by: ");
  }

  /** The context of a thread is a map, which may have a null key. */
  @Test
  void log_nullNames_areTheWord() throws IOException {
    try (MessageLog log = MessageLog.open(file)) {
      log.message(MessageLevel.INFO, 1, "l", "t", "text").context(null, "v").value(null, 5).log();
    }
    assertThat(read().get(0).values()).containsEntry("mdc.null", "v").containsEntry("null", 5);
  }

  @Test
  void log_longNamesOfSurrogatePairs_areCutBetweenThese() throws IOException {
    String pair = "\uD840\uDC00";
    try (MessageLog log = MessageLog.open(file)) {
      for (String first : List.of("", "a")) {
        String name = first + pair.repeat(300);
        log.message(MessageLevel.INFO, 1, "l", "t", "text").value(name, 1).log();
      }
    }
    assertThat(read().get(0).values()).containsEntry(pair.repeat(120), 1);
    assertThat(read().get(1).values()).containsEntry("a" + pair.repeat(119), 1);
  }

  @Test
  void log_messageThatCannotBePutTogether_isCounted() throws IOException {
    try (MessageLog log = MessageLog.open(file)) {
      log.log(
          MessageLevel.INFO,
          () -> {
            throw new NoClassDefFoundError("gone");
          });
      log.log(MessageLevel.INFO, () -> log.message(MessageLevel.INFO, 1, "l", "t", "next"));
      assertThat(log.lost()).isEqualTo(1);
    }
    assertThat(read()).extracting(e -> e.value("msg").orElseThrow()).containsExactly("next");
  }

  @Test
  void log_tooManyShapes_putsTheRestIntoOneText() throws IOException {
    try (EventLog log = EventLog.open(file)) {
      LooseEvents.Kind kind =
          new LooseEvents(log, 3).kind(EventSchema.named("e").int32("n").build());
      for (int k = 0; k < 5; k++) {
        kind.begin(k).with("a" + k, k).with("b", "t").log();
      }
    }
    assertThat(read())
        .extracting(event -> event.values().toString())
        .containsExactly(
            "{n=0, a0=0, b=t}",
            "{n=1, a1=1, more=b=t}",
            "{n=2, more=a2=2 b=t}",
            "{n=3, more=a3=3 b=t}",
            "{n=4, more=a4=4 b=t}");
  }

  @Test
  void log_arraysOfNumbers_areTheirElements() throws IOException {
    try (MessageLog log = MessageLog.open(file)) {
      log.message(MessageLevel.INFO, 1, "l", "t", "text")
          .value("ints", new int[] {1, 2})
          .value("many", new double[][] {{1.5}, {}})
          .log();
    }
    assertThat(read().get(0).values())
        .containsEntry("ints", "[1, 2]")
        .containsEntry("many", "[[1.5], []]");
  }

  /** As when messages are objects or come from suppliers. */
  @Test
  void log_messagesThatAreTheirOwnTemplates_leaveRoomForFields() throws IOException {
    try (MessageLog log = MessageLog.open(file)) {
      for (int k = 0; k < 2; k++) {
        log.message(MessageLevel.INFO, 1, "l", "t", "text " + k)
            .arguments("text " + k, new Object[] {k})
            .log();
      }
    }
    try (LogReader log = LogReader.open(file)) {
      assertThat(log.schemas()).hasSize(1);
    }
    assertThat(read().get(1).values()).containsEntry("arg.0", 1).doesNotContainKey("template");
  }

  @Test
  void log_tooManyConstants_keepsTypesAndNames() throws IOException {
    try (EventLog log = EventLog.open(file)) {
      LooseEvents.Kind kind =
          new LooseEvents(log, 8).kind(EventSchema.named("e").int32("n").build());
      for (int k = 0; k < 9; k++) {
        kind.begin(k).constant("template", "text " + k).log();
      }
      kind.begin(9).constant("template", "text 9").with("arg.0", 5).log();
    }
    assertThat(read().get(5).schema().constants()).hasSize(1);
    assertThat(read().get(9).values())
        .containsEntry("template", "text 9")
        .containsEntry("arg.0", 5)
        .doesNotContainKey(LooseEvent.MORE);
  }

  /** A log accepts only type descriptions of less than 64 KiB. */
  @Test
  void log_manyLongNames_putsTheRestIntoOneText() throws IOException {
    String longName = "中".repeat(230);
    try (MessageLog log = MessageLog.open(file)) {
      MessageEvent event = log.message(MessageLevel.INFO, 1, "中".repeat(1_000), "t", "text");
      event.arguments("中".repeat(1_000), new Object[] {1});
      for (int k = 0; k < 100; k++) {
        event.context(k + longName, k);
      }
      event.log();
    }
    LogEvent event = read().get(0);
    assertThat(event.value("mdc.0" + longName)).contains(0);
    assertThat(event.value(LooseEvent.MORE).orElseThrow().toString())
        .contains("mdc.99" + longName + "=99");
  }

  @Test
  void open_sameFileTwice_isOneLog() throws IOException {
    MessageLog first = MessageLog.open(file);
    MessageLog second = MessageLog.open(folder.resolve("x/../messages.nlb"));
    first.message(MessageLevel.INFO, 1, "l", "t", "one").log();
    first.close();
    first.close();
    second.message(MessageLevel.INFO, 2, "l", "t", "two").log();
    assertThat(second.isEnabled(MessageLevel.INFO)).isTrue();
    second.close();
    assertThat(second.isEnabled(MessageLevel.INFO)).isFalse();
    assertThat(read()).extracting(e -> e.value("msg").orElseThrow()).containsExactly("one", "two");
    try (LogReader log = LogReader.open(file)) {
      assertThat(log.streams()).hasSize(1);
    }
  }
}
