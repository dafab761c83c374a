package io.flowgauge.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.Measured;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.EventType;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResourceLogReaderTest {
  @TempDir private Path folder;

  private static HostSample host(double busy) {
    Readings<HostQuantity> readings = new Readings<>(HostQuantity.class);
    readings.put(HostQuantity.CPU_BUSY, busy);
    return new HostSample(2, readings);
  }

  private static ProcessSample process(long pid, String activity) {
    Measured none = Measured.absent("not stated");
    return new ProcessSample(
        pid, "sort", activity, 1, .01, .005, 0, 0, 4096, none, none, UsableProcessors.UNKNOWN);
  }

  /** Logs samples of two processes; one ends before the last sample. */
  private Path log() throws IOException, InterruptedException {
    Path file = folder.resolve("load.nlb");
    try (EventLog log = EventLog.open(file)) {
      ResourceLog to = new ResourceLog(log);
      for (int k = 0; k < 3; k++) {
        List<ProcessSample> processes = new ArrayList<>(List.of(process(7, "s1")));
        if (k < 2) {
          processes.add(process(8, ""));
        }
        to.accept(new ResourceSample(Instant.now(), .01, host(k / 4.0), processes, List.of()));
        Thread.sleep(5);
      }
    }
    return file;
  }

  private static TraceFile trace(Path file) throws IOException {
    return new TraceFile(file, Files.readString(file, StandardCharsets.ISO_8859_1));
  }

  @Test
  void read_logOfProcesses_isTheirRunWithTheLoadOfTheirHost() throws Exception {
    RunReader reader = new ResourceLogReader();
    TraceFile file = trace(log());
    assertThat(reader.match(file)).isEqualTo(RunReader.Match.RUN);
    RunRecorder recorder = Flowgauge.recorder("load");
    assertThat(reader.read(file, List.of(), recorder)).isEmpty();
    WorkflowRun run = recorder.snapshot();
    assertThat(run.isFinished()).isTrue();
    assertThat(run.hostLoads()).extracting(HostLoad::mean).containsExactly(.25, .5);
    HostLoad first = run.hostLoads().get(0);
    assertThat(first.unit()).isEqualTo("ratio");
    assertThat(run.processors()).extracting(p -> p.name()).containsExactly(first.host());

    ActivityExecution alive = run.execution("s1").orElseThrow();
    ActivityExecution ended = run.execution("sort 8").orElseThrow();
    assertThat(List.of(alive.activity().type(), ended.activity().type())).containsOnly("sort");
    assertThat(alive.graph().events()).hasSize(1);
    assertThat(ended.graph().events()).extracting(e -> e.type()).endsWith(EventType.COMPLETED);
    double seconds =
        (ended.graph().events().get(1).epochNanos() - ended.graph().events().get(0).epochNanos())
            / 1e9;
    assertThat(seconds).isBetween(.014, 5.0);
    assertThat(run.diagnostics())
        .anySatisfy(d -> assertThat(d.message()).startsWith("1 process ended"));
  }

  @Test
  void match_otherLogs_isNo() throws IOException {
    Path file = folder.resolve("other.nlb");
    try (EventLog log = EventLog.open(file)) {
      log.declare(EventSchema.named("other").lifeline("X").build()).log(1L);
    }
    assertThat(new ResourceLogReader().match(trace(file))).isEqualTo(RunReader.Match.NO);
    Path text = Files.writeString(folder.resolve("x.txt"), "resource.host");
    assertThat(new ResourceLogReader().match(trace(text))).isEqualTo(RunReader.Match.NO);
  }
}
