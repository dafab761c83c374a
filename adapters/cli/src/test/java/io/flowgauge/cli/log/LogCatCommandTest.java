package io.flowgauge.cli.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Main;
import io.flowgauge.cli.Outcome;
import io.flowgauge.cli.Session;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.testsupport.JavaCommand;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogCatCommandTest {
  private static final String FIRST =
      "2014-05-13T16:53:20.000000000Z  transfer.start  BLOCK_ID=0 FILE=\"/tmp/file 0\" PORT=2811"
          + "  @ foo/gridftp[4711]/main\n";

  @TempDir private Path folder;

  private Path log() throws IOException {
    return EventLogs.binary(folder.resolve("t.nlb"), EventLogs.transfers("foo", 20));
  }

  @Test
  void cat_binary_isALineForEachEvent() throws IOException {
    Outcome outcome = Outcome.of("log", "cat", log().toString());

    assertThat(outcome.status()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).startsWith(FIRST);
    assertThat(outcome.out().lines()).hasSize(39);
  }

  @ParameterizedTest
  @CsvSource({
    "-e, transfer.end, 19",
    "-e, trans*, 39",
    "--since, 2014-05-13T16:53:20.1Z, 19",
    "--until, 1400000000.1, 20",
    "--since, 2014-05-13, 39",
    "--since, 0001-01-01, 39",
    "--until, 9999-12-31, 39",
    "--until, 2014-05-13 18:53:20+02:00, 0",
    "--where, BYTES>=65546, 9",
    "--where, BYTES>=65546&BYTES<65548, 2",
    "--where, FILE==/tmp/file 3, 1",
    "--where, PORT=2811, 20",
    "--where, rate!=0.5, 0",
    "--id, 7, 2"
  })
  void cat_filter_leavesTheWanted(String option, String value, int lines) throws IOException {
    Outcome outcome = Outcome.of("log", "cat", log().toString(), option, value);

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out().lines()).hasSize(lines);
    assertThat(outcome.err()).isEqualTo(lines == 0 ? "flowgauge: none of 39 events matches\n" : "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bp", "ulm", "xml"})
  void cat_textForm_isReadAgain(String form) throws IOException {
    String text = Outcome.of("log", "cat", log().toString(), "--format", form).out();
    Path file = Files.writeString(folder.resolve("log"), text);

    assertThat(Outcome.of("log", "cat", file.toString()).out().lines()).hasSize(39);
    assertThat(Outcome.ofInput(text, UTF_8, "log", "cat", "-").out().lines()).hasSize(39);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void cat_pipeByName_isReadOnce() throws Exception {
    Path bp = EventLogs.bp(folder.resolve("t.bp"), EventLogs.transfers("foo", 20));
    List<String> java =
        JavaCommand.with("-cp", System.getProperty("java.class.path"), Main.class.getName());
    String line = "'" + String.join("' '", java) + "' log cat <(cat '" + bp + "')";
    Process bash = new ProcessBuilder("bash", "-c", line).redirectErrorStream(true).start();

    assertThat(new String(bash.getInputStream().readAllBytes(), UTF_8).lines()).hasSize(39);
    assertThat(bash.waitFor()).isZero();
  }

  @Test
  void cat_textLogGivenTwice_isReadOnce() throws IOException {
    Path bp = EventLogs.bp(folder.resolve("t.bp"), EventLogs.transfers("foo", 20));
    Path link = Files.createSymbolicLink(folder.resolve("u.bp"), bp);
    Outcome once = Outcome.of("log", "cat", bp.toString());

    assertThat(once.out().lines()).hasSize(39);
    assertThat(Outcome.of("log", "cat", bp.toString(), bp.toString(), link.toString()))
        .isEqualTo(once);
    assertThat(Outcome.of("log", "cat", folder.toString(), bp.toString())).isEqualTo(once);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void archive_pipe_isRefused() {
    assertThat(Outcome.of("log", "archive", folder.resolve("x.db").toString(), "/dev/null").err())
        .isEqualTo(
            "flowgauge: /dev/null: found a pipe or device, expected a file or folder with an event"
                + " log: binary, BP, ULM or XML\n");
  }

  @Test
  void cat_csv_isOneTable() throws IOException {
    Outcome outcome = Outcome.of("log", "cat", log().toString(), "--format=csv");

    assertThat(outcome.out().lines().limit(2))
        .containsExactly(
            "time,event,host,program,pid,thread,BLOCK_ID,FILE,PORT,BYTES,rate",
            "2014-05-13T16:53:20.000000000Z,transfer.start,foo,gridftp,4711,main,0,/tmp/file 0,2811,,");
  }

  @Test
  void cat_csvFromAPipe_isReadTwice() {
    String bp =
        """
        ts=1 event=a x=1
        ts=2 event=b y=2
        """;

    assertThat(Outcome.ofInput(bp, UTF_8, "log", "cat", "-", "--format", "csv").out())
        .isEqualTo(
            """
            time,event,host,program,pid,thread,x,y
            1970-01-01T00:00:01.000000000Z,a,,,,,1,
            1970-01-01T00:00:02.000000000Z,b,,,,,,2
            """);
  }

  @Test
  void cat_binaryFromAPipe_isRead() throws IOException {
    var in = new ByteArrayInputStream(Files.readAllBytes(log()));
    var out = new ByteArrayOutputStream();
    int status =
        Main.run(
            new String[] {"log", "cat", "-"},
            new Session(in, out, new ByteArrayOutputStream(), UTF_8));

    assertThat(status).isZero();
    assertThat(out.toString(UTF_8)).startsWith(FIRST);
  }

  @Test
  void cat_controlCharacters_showAsSuch() throws IOException {
    EventSchema note = EventSchema.named("note").string("text").build();
    LogEvent event = LogEvent.of(0, note, "a\u001b[31m\n\"b\"");
    Path file = EventLogs.binary(folder.resolve("n.nlb"), List.of(event));

    assertThat(Outcome.of("log", "cat", file.toString()).out())
        .isEqualTo("1970-01-01T00:00:00.000000000Z  note  text=\"a\uFFFD[31m\\n\\\"b\\\"\"\n");
  }

  @Test
  void cat_damagedLines_areNamedAndTheRestShown() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("b.bp"), "ts=1 event=a\nrubbish\nts=x event=b\n\n# c\nts=2 event=c\n");
    Outcome outcome = Outcome.of("log", "cat", file.toString());

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out().lines()).hasSize(2);
    assertThat(outcome.errors())
        .containsExactly(
            "flowgauge: "
                + file
                + ": line 2: found a name without a value at byte 8, expected"
                + " names and values",
            "flowgauge: " + file + ": line 3: found the time 'x', expected a time ts");
  }

  @Test
  void cat_manyDamagedLines_areCounted() throws IOException {
    Path file =
        Files.writeString(folder.resolve("b.bp"), "ts=1 event=a\n" + "rubbish\n".repeat(100));
    Outcome outcome = Outcome.of("log", "cat", file.toString());

    assertThat(outcome.errors()).hasSize(21);
    assertThat(outcome.errors().get(20)).contains("in all 100 damaged places");
  }

  @Test
  void cat_damagedBlocks_areNamedAndTheRestShown() throws IOException {
    byte[] bytes = Files.readAllBytes(log());
    byte[] other =
        Files.readAllBytes(
            EventLogs.binary(folder.resolve("o.nlb"), EventLogs.transfers("bar", 5)));
    Path file = folder.resolve("damaged.nlb");
    Files.write(file, bytes);
    try (var out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
      out.write("rubbish".getBytes(UTF_8));
      out.write(other, 0, other.length - 7);
    }
    Outcome outcome = Outcome.of("log", "cat", file.toString());

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out().lines()).hasSize(39 + 9);
    assertThat(outcome.errors())
        .anyMatch(
            line -> line.contains("damaged.nlb: byte " + bytes.length + ": no block; 7 bytes"))
        .anyMatch(line -> line.contains("a block that is cut off"));
  }

  @Test
  void cat_brokenXml_isShownToTheBreak() throws IOException {
    String xml = Outcome.of("log", "cat", log().toString(), "--format", "xml").out();
    Path file = Files.writeString(folder.resolve("b.xml"), xml.substring(0, xml.length() / 2));
    Outcome outcome = Outcome.of("log", "cat", file.toString());

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out().lines()).hasSizeBetween(10, 25);
    assertThat(outcome.errors()).hasSize(1);
    assertThat(outcome.err()).endsWith("; the rest is not read\n");
  }

  @Test
  void cat_folder_isAllItsLogs() throws IOException {
    log();
    EventLogs.bp(folder.resolve("u.bp"), EventLogs.transfers("bar", 3));
    Files.writeString(folder.resolve("README"), "not a log");
    Outcome outcome = Outcome.of("log", "cat", folder.toString());

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out().lines()).hasSize(39 + 5);
    assertThat(outcome.out().lines().map(line -> line.substring(0, 30)).toList()).isSorted();
  }

  @ParameterizedTest
  @ValueSource(strings = {"hello\n", "{\"a\": 1}\n", "<html></html>"})
  void cat_noLog_isOneLine(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("x.txt"), text);
    Outcome outcome = Outcome.of("log", "cat", file.toString());

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.errors()).hasSize(1);
    assertThat(outcome.err()).contains("x.txt: found ", "expected an event log");
    assertThat(Outcome.ofInput(text, UTF_8, "log", "cat", "-").err())
        .contains("standard input: found ");
  }

  @Test
  void cat_emptyLogs_arePrintedAsNothing() throws IOException {
    for (String name : List.of("e.nlb", "e.bp", "e.ulm")) {
      Path file = Files.writeString(folder.resolve(name), "");
      assertThat(Outcome.of("log", "cat", file.toString())).isEqualTo(new Outcome(0, "", ""));
    }
    assertThat(Outcome.of("log", "cat", "-")).isEqualTo(new Outcome(0, "", ""));
  }

  @Test
  void cat_emptyFolder_isOneLine() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));

    assertThat(Outcome.of("log", "cat", empty.toString()).err())
        .isEqualTo(
            "flowgauge: "
                + empty
                + ": found a folder without a log, expected an event log: binary, BP, ULM or XML in"
                + " it\n");
  }
}
