package io.flowgauge.traces.wfformat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.workflow.ActivityKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WfFormatReaderTest {
  private static final String JOBS =
      "{'schemaVersion':'1.2','workflow':{'makespan':9.5,'jobs':[%s]}}";

  private static final String TASKS = "{'schemaVersion':'1.4','workflow':{'tasks':[%s]}}";

  private static final String SPECIFICATION =
      "{'schemaVersion':'1.5','name':'w','workflow':{'specification':{'tasks':[%s]},"
          + "'execution':{%s}}}";

  @TempDir private Path folder;

  @Test
  void read_jobs_refersByName() throws IOException {
    WorkflowRun run =
        read(
            JOBS.formatted(
                "{'name':'a','runtime':1.5,'type':'transfer','machine':'m'},"
                    + "{'name':'b','runtime':2,'parents':['a']}"));
    assertThat(run.workflow().dependencies()).hasToString("[a -> b]");
    assertThat(run.workflow().activity(0).kind()).isEqualTo(ActivityKind.TRANSFER);
    assertThat(run.execution("a").orElseThrow().processor()).contains("m");
    assertThat(run.makespan().orElseThrow()).hasMillis(9500);
    assertThat(run.diagnostics().toString())
        .contains("1 machines are used by tasks, but not described (m)")
        .contains("no start times of tasks");
  }

  @Test
  void read_tasksOfEqualNames_areDistinguishedByTheirId() throws IOException {
    WorkflowRun run =
        read(
            TASKS.formatted(
                "{'name':'x','id':'1'},{'name':'x','id':'2','parents':['1']},"
                    + "{'name':'y','id':'3','parents':['x']}"));
    assertThat(run.workflow().dependencies()).hasToString("[1 -> 2]");
    assertThat(run.workflow().activity(1).type()).isEqualTo("x");
    assertThat(run.diagnostics().toString())
        .contains("error: workflow.tasks: 1 parents or children fit several tasks")
        .contains("several tasks have the same name")
        .contains("3 tasks have no runtime");
  }

  @Test
  void read_oddReferences_areRemarked() throws IOException {
    WorkflowRun run =
        read(
            SPECIFICATION.formatted(
                "{'name':'A','id':'a','children':['b']},"
                    + "{'name':'B','id':'b','parents':['A','zz','b']},"
                    + "{'name':'C','id':'c','parents':[],'children':['a']}",
                "'tasks':[{'id':'a','runtimeInSeconds':-1},{'id':'q','runtimeInSeconds':1},"
                    + "{'id':'b','runtimeInSeconds':NaN},{'id':'b','runtimeInSeconds':2}]"));
    assertThat(run.workflow().dependencies()).hasToString("[a -> b, c -> a]");
    assertThat(run.diagnostics().toString())
        .contains("1 parents or children are given by name")
        .contains("1 parents or children are not tasks of the file")
        .contains("1 tasks depend on themselves")
        .contains("1 dependencies are listed only in the parents of one task or in the children")
        .contains("1 tasks have a negative runtime")
        .contains("1 tasks are not in the specification")
        .contains("1 tasks are listed again")
        .contains("1 numbers are NaN or infinite")
        .contains("it is missing: the run has no date");
  }

  @Test
  void read_machines_giveSlotsButNoSpeeds() throws IOException {
    WorkflowRun run =
        read(
            SPECIFICATION.formatted(
                "{'name':'A','id':'a'}",
                "'machines':[{'nodeName':'m','cpu':{'coreCount':4,'speedInMHz':3000}},"
                    + "{'nodeName':'n','cpu':{'speedInMHz':2000}}],"
                    + "'tasks':[{'id':'a','machines':['n','m']}]"));
    assertThat(run.processors())
        .containsExactly(new Processor("m", 1, 4, ""), new Processor("n", 1, 1, ""));
    assertThat(run.execution(0).processor()).contains("n");
    assertThat(run.diagnostics().toString())
        .contains("clock rates differ, 2000 to 3000 MHz")
        .contains("1 machines have no number of cores")
        .contains("1 tasks ran on several machines");
  }

  @Test
  void read_startTimes_makeEvents() throws IOException {
    WorkflowRun run = read(started("2026-05-08T02:00:00Z", "2026-05-08T02:00:03Z"));
    assertThat(run.timeBase()).isEqualTo(TimeBase.UTC);
    assertThat(run.execution(1).graph().events())
        .extracting(event -> event.type())
        .containsExactly(EventType.ACTIVE, EventType.COMPLETED);
    assertThat(run.makespan().orElseThrow()).hasSeconds(5);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-05-08T02:00:00.000001Z, 2026-05-08T02:00:00.000009Z, microseconds apart",
    "2026-05-08T02:00:00Z, 2026-05-08T02:00:00Z, microseconds apart",
    "2026-05-08T02:00:00Z, 2026-05-08T03:00:00Z, further apart than",
    "2026-05-09T02:00:00Z, 2026-05-09T02:00:01Z, later than the recorded makespan",
    "2026-05-09T02:00:00Z, 2026-05-09T02:00:01, some have a zone",
  })
  void read_conversionTimes_areNotUsed(String first, String second, String reason)
      throws IOException {
    WorkflowRun run = read(started(first, second));
    assertThat(run.execution(0).attempts()).isEmpty();
    assertThat(run.diagnostics().toString())
        .contains("these are not start times, and are not used")
        .contains(reason);
    assertThat(run.makespan().orElseThrow()).hasSeconds(6);
  }

  private static String started(String first, String second) {
    return SPECIFICATION.formatted(
        "{'name':'A','id':'a'},{'name':'B','id':'b'}",
        "'makespanInSeconds':6,'executedAt':'2026-05-08T02:00:00Z','tasks':["
            + "{'id':'a','runtimeInSeconds':1,'executedAt':'%s'},".formatted(first)
            + "{'id':'b','runtimeInSeconds':2,'executedAt':'%s'}]".formatted(second));
  }

  @Test
  void read_gaps_areCounted() throws IOException {
    WorkflowRun run =
        read(
            SPECIFICATION
                .formatted(
                    "{'name':'A','id':'a'},{'name':'B','id':'b'}",
                    "'tasks':["
                        + "{'id':'a','readBytes':1,'writtenBytes':2},{'id':'b','readBytes':3}]")
                .replace(
                    "'specification':{",
                    "'specification':{'files':[{'id':'f','sizeInBytes':0},"
                        + "{'id':'g','sizeInBytes':7}],"));
    assertThat(run.diagnostics())
        .extracting(Diagnostic::message)
        .contains("writtenBytes is recorded for 1 of 2 tasks")
        .contains(
            "2 are named; a run keeps only how many of them each task reads, and their size; 1 of"
                + " them have a size of zero");
  }

  @Test
  void read_unknownVersion_isReadByLayout() throws IOException {
    WorkflowRun run = read("{'schemaVersion':'2.0','workflow':{'tasks':[{'name':'a'}]}}");
    assertThat(run.diagnostics()).anyMatch(d -> d.where().equals("schemaVersion"));
  }

  @Test
  void read_keysOfNoUse_areNamed() throws IOException {
    WorkflowRun run =
        read(JOBS.formatted("{'name':'a','colour':1}").replace("{'schema", "{'author':1,'schema"));
    assertThat(run.diagnostics())
        .extracting(Diagnostic::message)
        .contains("keys that are not part of a run: $.author, $.workflow.jobs[0].colour");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'name':'a','runtime':'x'} | $.workflow.jobs[0].runtime: | a number of seconds",
        "{'name':'a','runtime':1e30} | $.workflow.jobs[0].runtime: | 292 years",
        "{'name':'a','parents':[1]} | $.workflow.jobs[0].parents[0]: | name or id",
        "{'name':'a'},{'name':'a'} | $.workflow.jobs[1]: | second time",
        "{'runtime':1} | $.workflow.jobs[0]: | without name and id",
        "{'name':'a','parents':['b']},{'name':'b','parents':['a']} | | a -> b -> a",
        "3 | $.workflow.jobs[0]: | an object",
      })
  void read_wrongTask_namesPath(String tasks, String path, String says) {
    assertThatExceptionOfType(TraceFormatException.class)
        .isThrownBy(() -> read(JOBS.formatted(tasks)))
        .withMessageContaining(path == null ? "" : path)
        .withMessageContaining(says);
  }

  @Test
  void read_noTasks_isRefused() {
    assertThatExceptionOfType(TraceFormatException.class)
        .isThrownBy(() -> read("{'schemaVersion':'1.5','workflow':{}}"))
        .withMessageContaining("no list of tasks");
  }

  @Test
  void match_layouts_areRecognised() {
    assertThat(match("{\"workflow\": {\"jobs\": [")).isEqualTo(RunReader.Match.RUN);
    assertThat(match("{\"name\": \"x\", \"createdAt\": \"x\", \"schemaVersion\": \"1.0\""))
        .isEqualTo(RunReader.Match.RUN);
    assertThat(match("{\"workflow\": \"x\"}")).isEqualTo(RunReader.Match.NO);
    assertThat(match("{\"flowgauge\": 1}")).isEqualTo(RunReader.Match.NO);
  }

  private static RunReader.Match match(String head) {
    return new WfFormatReader().match(new TraceFile(Path.of("x.json"), head));
  }

  private WorkflowRun read(String text) throws IOException {
    Path file = folder.resolve("wf.json");
    Files.writeString(file, text.replace('\'', '"'));
    return Flowgauge.read(file);
  }
}
