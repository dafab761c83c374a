package io.flowgauge.traces.nextflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.trace.RunReader.Match;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.RecordedRun;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutionReportReaderTest {
  private static final String HEADER = "Label,Machine,Task,WorkflowInputSize,Realtime\n";

  @TempDir Path folder;
  private TraceText text;

  @BeforeEach
  void setUp() {
    text = new TraceText(folder);
  }

  private RecordedRun read(String rows) throws IOException {
    return TraceText.read(new ExecutionReportReader(), text.file("report.csv", HEADER + rows));
  }

  @Test
  void read_rows_areActivitiesWithATimeAndNoEvents() throws IOException {
    RecordedRun run = read("train,n1,P:FASTQC,100,7000\n");
    String id = "P:FASTQC, Label train, WorkflowInputSize 100";
    assertThat(run.activities.get(id).type()).isEqualTo("P:FASTQC");
    assertThat(run.wallclocks).containsEntry(id, 7_000_000_000L);
    assertThat(run.processors).containsEntry(id + "#1", "n1");
    assertThat(run.events).isEmpty();
  }

  @Test
  void read_otherMachine_hasTheSameIds() throws IOException {
    RecordedRun one = read("train,n1,A,100,7000\ntrain,n1,B,100,1\n");
    RecordedRun two = read("train,n2,B,100,1\ntrain,n2,A,100,9000\n");
    assertThat(one.activities.keySet()).isEqualTo(two.activities.keySet());
  }

  @Test
  void read_oddRows_areReported() throws IOException {
    RecordedRun run = read("t,n1,A,1,5\nt,n1,A,1,6\nt,n1,B,1,-\nt,n1\nt,n1,-,1,5\n");
    assertThat(run.activities).hasSize(3);
    assertThat(run.messages())
        .anyMatch(m -> m.startsWith("error") && m.contains("2 rows") && m.contains("line 5"))
        .anyMatch(m -> m.contains("1 row without a realtime"))
        .anyMatch(m -> m.contains("same task and input"));
  }

  @Test
  void read_otherColumns_saysWhatIsMissing() {
    TraceFile file = text.file("x.csv", "Label,Task\n");
    assertThatThrownBy(() -> TraceText.read(new ExecutionReportReader(), file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("Task, Machine and Realtime");
  }

  @Test
  void match_byContent_knowsReports() {
    ExecutionReportReader reader = new ExecutionReportReader();
    assertThat(reader.match(text.file("a", HEADER))).isEqualTo(Match.RUN);
    assertThat(reader.match(text.file("b", "task_id,name,submit\n"))).isEqualTo(Match.NO);
    assertThat(new NextflowTraceReader().match(text.file("a", HEADER))).isEqualTo(Match.NO);
  }
}
