package io.flowgauge.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Outcome;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.read.LogStream;
import io.flowgauge.log.text.BinaryWriter;
import io.flowgauge.log.text.EventReader;
import io.flowgauge.log.text.EventWriter;
import io.flowgauge.testsupport.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LogConvertCommandTest {
  @TempDir private Path folder;

  private Path path(String name) {
    return folder.resolve(name);
  }

  private static List<LogEvent> read(Path file) throws IOException {
    try (LogReader reader = LogReader.open(file)) {
      List<LogEvent> events = reader.events().toList();
      assertThat(reader.losses()).isEmpty();
      return events;
    }
  }

  private static void run(Object... args) {
    String[] texts = Stream.of(args).map(Object::toString).toArray(String[]::new);
    assertThat(Outcome.of(texts)).isEqualTo(new Outcome(0, "", ""));
  }

  @Test
  void convert_throughXml_isTheSame() throws IOException {
    List<LogEvent> events = EventLogs.transfers("foo", 50);
    Path log = EventLogs.binary(path("a.nlb"), events);
    run("log", "convert", log, path("b.xml"));
    run("log", "convert", path("b.xml"), path("c.nlb"));

    assertThat(read(path("c.nlb"))).isEqualTo(events);
  }

  @Test
  void convert_pegasusLog_keepsEveryLine() throws IOException {
    Path bp = SharedData.path("pegasus/blackdiamond.bp");
    run("log", "convert", bp, path("a.nlb"));
    run("log", "convert", path("a.nlb"), path("b.bp"));
    String direct = Outcome.of("log", "cat", bp.toString(), "--format", "bp").out();

    assertThat(Files.readAllLines(path("b.bp"))).hasSize(Files.readAllLines(bp).size());
    assertThat(path("b.bp")).hasContent(direct);
  }

  @Test
  void convert_eventTooLarge_isNamedAndNothingIsWritten() throws IOException {
    Path bp =
        Files.writeString(path("a.bp"), "ts=1 event=big text=\"" + "x".repeat(70_000) + "\"\n");
    Outcome outcome = Outcome.of("log", "convert", bp.toString(), path("a.nlb").toString());

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err())
        .isEqualTo(
            "flowgauge: "
                + path("a.nlb")
                + ": event big at 1970-01-01T00:00:01Z must be at most 65535 bytes, was 70014"
                + " bytes\n");
    assertThat(path("a.nlb")).doesNotExist();
    assertThat(Outcome.of("log", "convert", bp.toString(), "-", "--to", "binary").err())
        .startsWith("flowgauge: standard output: event big at ");
  }

  @Test
  void convert_toCsvAndJson_byOptionAndToStandardOutput() throws IOException {
    Path log = EventLogs.binary(path("a.nlb"), EventLogs.transfers("foo", 2));
    run("log", "convert", log, path("a.csv"), "-e", "transfer.end");
    Outcome json = Outcome.of("log", "convert", log.toString(), "-", "--to", "jsonl");

    assertThat(path("a.csv"))
        .hasContent(
            "time,event,host,program,pid,thread,BLOCK_ID,BYTES,rate\n"
                + "2014-05-13T16:53:20.000000000Z,transfer.end,foo,gridftp,4711,main,0,65536,0.5");
    assertThat(json.out().lines()).hasSize(3).allMatch(line -> line.startsWith("{\"time\""));
  }

  @Test
  void merge_logsOfAllForms_isInOrderWithSourcesAndDrops() throws IOException {
    Path one = path("one.nlb");
    List<LogEvent> events = EventLogs.transfers("foo", 30);
    try (BinaryWriter writer = EventWriter.binary(Files.newOutputStream(one))) {
      writer.writeAll(EventReader.of(events.iterator()));
      writer.missing(events.get(0).source(), 17);
    }
    Path two = EventLogs.binary(path("two.nlb"), EventLogs.transfers("bar", 30));
    Path three = EventLogs.bp(path("three.bp"), EventLogs.transfers("baz", 30));
    run("log", "merge", "-o", path("all.nlb"), one, two, three);

    List<LogEvent> merged = read(path("all.nlb"));
    assertThat(merged.stream().map(LogEvent::timeNanos).toList()).isSorted().hasSize(3 * 59);
    assertThat(merged.stream().filter(e -> e.source().equals(events.get(0).source())).toList())
        .isEqualTo(events);
    try (LogReader reader = LogReader.open(path("all.nlb"))) {
      assertThat(reader.streams())
          .extracting(LogStream::dropped)
          .containsExactlyInAnyOrder(17L, 0L, 0L);
      assertThat(reader.streams()).extracting(LogStream::source).contains(Optional.empty());
    }
  }

  @Test
  void merge_timesThatGoBack_areReportedAndKept() throws IOException {
    EventSchema schema = EventSchema.named("e").build();
    Path back =
        EventLogs.binary(
            path("back.nlb"),
            List.of(LogEvent.of(5, schema), LogEvent.of(3, schema), LogEvent.of(7, schema)));
    Path other = EventLogs.binary(path("other.nlb"), List.of(LogEvent.of(6, schema)));
    Outcome outcome =
        Outcome.of(
            "log", "merge", "-o", path("all.bp").toString(), back.toString(), other.toString());

    assertThat(outcome.status()).isZero();
    assertThat(outcome.err()).startsWith("flowgauge: 1 event is earlier than the event before");
    assertThat(path("all.bp")).content().hasLineCount(4);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void convert_fullDisk_namesTheFile() throws IOException {
    Path log = EventLogs.binary(path("a.nlb"), EventLogs.transfers("foo", 2));

    assertThat(Outcome.of("log", "convert", log.toString(), "/dev/full", "--to", "binary"))
        .isEqualTo(new Outcome(1, "", "flowgauge: /dev/full: No space left on device\n"));
  }
}
