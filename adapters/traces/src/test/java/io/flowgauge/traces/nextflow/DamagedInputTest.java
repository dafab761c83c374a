package io.flowgauge.traces.nextflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.RecordedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple3;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DamagedInputTest {
  private static final String TRACE =
      """
      task_id\tprocess\ttag\tname\tstatus\tattempt\tsubmit\tstart\tcomplete\trealtime\tpeak_rss
      1\tA\tx\tA (x)\tFAILED\t1\t1000\t1100\t2000\t5ms\t1.5 GB
      2\tA\tx\tA (x)\tCOMPLETED\t2\t2021-03-29 19:50:21.822\t-\t-\t4m 19s\t3 B
      3\tB\t-\tB\tABORTED\t1\t5000\t6000\t7000\t900\t-
      """;
  private static final String DOT =
      """
      digraph "dag" {
      v0 [label="A"];
      v1 [shape=circle,label="",xlabel="map"];
      v2 [label="B"];
      v0 -> v1 -> v2 [label="a"];
      }
      """;
  private static final String EDGES = "from_task\tto_task\n1\t3\n2\t3\n";

  private Path temporary;

  @BeforeProperty
  void createFolder() throws IOException {
    temporary = Files.createTempDirectory("damaged");
  }

  @AfterProperty
  void deleteFolder() throws IOException {
    for (String name : List.of("trace.txt", "dag.dot", "edges.tsv")) {
      Files.deleteIfExists(temporary.resolve(name));
    }
    Files.delete(temporary);
  }

  /** Replaces some characters, starting at a position, by others. */
  private static String damage(String text, int position, int length, String by) {
    int begin = position % text.length();
    int end = Math.min(text.length(), begin + length);
    return text.substring(0, begin) + by + text.substring(end);
  }

  @Property(tries = 500)
  void read_damagedFiles_isARunOrAOneLineError(
      @ForAll @IntRange(max = 1000) int position,
      @ForAll @IntRange(max = 300) int length,
      @ForAll @StringLength(max = 5) String by)
      throws IOException {
    TraceText text = new TraceText(temporary);
    for (Tuple3<String, String, String> files :
        List.of(
            Tuple.of(damage(TRACE, position, length, by), DOT, EDGES),
            Tuple.of(TRACE, damage(DOT, position, length, by), "x"),
            Tuple.of(TRACE, DOT, damage(EDGES, position, length, by)))) {
      try {
        RecordedRun run =
            TraceText.read(
                text.file("trace.txt", files.get1()),
                text.file("dag.dot", files.get2()),
                text.file("edges.tsv", files.get3()));
        assertThat(run.messages()).noneMatch(message -> message.contains("\n"));
      } catch (TraceFormatException e) {
        assertThat(e.getMessage()).doesNotContain("\n").contains("expected");
      }
    }
  }

  @Test
  void read_cyclicEdges_namesTheCycle(@TempDir Path folder) throws IOException {
    TraceText text = new TraceText(folder);
    text.file("trace.txt", TRACE);
    text.table("edges.tsv", "from_task to_task", "2 3", "3 2");
    assertThatThrownBy(() -> Flowgauge.read(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cycle")
        .hasMessageContaining("A (x)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\t", ",", ";"})
  void read_traceCutInItsLastCell_saysSo(String separator, @TempDir Path folder)
      throws IOException {
    TraceText text = new TraceText(folder);
    String rows =
        "task_id,name,status,submit,complete,realtime\n1,A,COMPLETED,1000,2000,900"
            .replace(",", separator);
    assertThat(TraceText.read(text.file("trace.txt", rows + "\n")).messages())
        .noneMatch(message -> message.contains("line end"));
    assertThat(
            TraceText.read(text.file("trace.txt", rows.substring(0, rows.length() - 1))).messages())
        .anyMatch(
            message ->
                message.contains("has no line end: the file may be cut off")
                    && message.contains("line 2"));
  }
}
