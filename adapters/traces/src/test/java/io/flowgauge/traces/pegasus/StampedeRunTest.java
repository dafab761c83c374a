package io.flowgauge.traces.pegasus;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.Processor;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Diagnostic.Severity;
import io.flowgauge.workflow.Dependency;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LongSummaryStatistics;
import org.junit.jupiter.api.Test;

/** From a stampede log to a run, through the public entry point. */
class StampedeRunTest {

  private static Attempt last(WorkflowRun run, String id) {
    ActivityExecution execution = run.execution(id).orElseThrow();
    return execution.attempts().get(execution.attempts().size() - 1);
  }

  private static long queueSeconds(WorkflowRun run) {
    long sum = 0;
    for (ActivityExecution execution : run.executions()) {
      Attempt attempt = last(run, execution.activity().id());
      sum += attempt.active().orElseThrow() - attempt.submitted().orElseThrow();
    }
    return Duration.ofNanos(sum).toSeconds();
  }

  private static long runSeconds(WorkflowRun run) {
    long sum = 0;
    for (ActivityExecution execution : run.executions()) {
      Attempt attempt = last(run, execution.activity().id());
      sum += attempt.ended().orElseThrow() - attempt.active().orElseThrow();
      for (Phase phase : execution.phases()) {
        sum -= phase.name().equals("post-script") ? phase.duration().toNanos() : 0;
      }
    }
    return Duration.ofNanos(sum).toSeconds();
  }

  private static LongSummaryStatistics delays(WorkflowRun run) {
    LongSummaryStatistics seconds = new LongSummaryStatistics();
    for (Dependency edge : run.workflow().dependencies()) {
      long nanos =
          last(run, edge.to()).submitted().orElseThrow()
              - last(run, edge.from()).ended().orElseThrow();
      seconds.accept(Duration.ofNanos(nanos).toSeconds());
    }
    return seconds;
  }

  @Test
  void read_montage_runHasReferenceFigures() throws IOException {
    WorkflowRun run = Flowgauge.read(SharedData.path("pegasus/montage-1.0.bp"));
    assertThat(run.name()).isEqualTo("montage");
    assertThat(run.workflow().activityCount()).isEqualTo(39);
    assertThat(run.processors()).hasSize(8);
    assertThat(queueSeconds(run)).isEqualTo(1778);
    assertThat(runSeconds(run)).isEqualTo(2097);
    LongSummaryStatistics delays = delays(run);
    assertThat(delays.getCount()).isEqualTo(202);
    assertThat(delays.getMin()).isEqualTo(6);
    assertThat(delays.getMax()).isEqualTo(993);
    assertThat(run.diagnostics())
        .filteredOn(diagnostic -> diagnostic.severity() != Severity.INFO)
        .singleElement()
        .extracting(Diagnostic::message)
        .asString()
        .contains("disagree by 8 hours");
  }

  @Test
  void read_blackDiamond_runHasReferenceFigures() throws IOException {
    WorkflowRun run = Flowgauge.read(SharedData.path("pegasus/blackdiamond.bp"));
    assertThat(run.name()).isEqualTo("blackdiamond");
    assertThat(run.workflow().activityCount()).isEqualTo(14);
    assertThat(run.workflow().dependencyCount()).isEqualTo(25);
    assertThat(queueSeconds(run)).isEqualTo(702);
    assertThat(runSeconds(run)).isEqualTo(257);
    assertThat(run.makespan()).contains(Duration.ofSeconds(894));
    assertThat(run.isFinished()).isTrue();
  }

  @Test
  void read_authoredLog_hasItsRetry() throws IOException, URISyntaxException {
    WorkflowRun run =
        Flowgauge.read(Path.of(StampedeRunTest.class.getResource("retry.bp").toURI()));
    assertThat(run.name()).isEqualTo("sorting");
    ActivityExecution sort = run.execution("merge_sort_1").orElseThrow();
    assertThat(sort.activity().type()).isEqualTo("sort");
    assertThat(sort.attempts().stream().map(Attempt::outcome).map(o -> o.orElseThrow()))
        .containsExactly(EventType.FAILED, EventType.COMPLETED);
    assertThat(sort.wallclock()).contains(Duration.ofMillis(9500));
    assertThat(sort.processor()).contains("n2.example.org");
    assertThat(run.processors())
        .extracting(Processor::name)
        .containsExactlyInAnyOrder("submit.example.org", "n1.example.org", "n2.example.org");
    assertThat(run.diagnostics())
        .contains(Diagnostic.info("retry.bp", "read as pegasus-stampede-bp"))
        .allMatch(diagnostic -> diagnostic.severity() == Severity.INFO);
  }
}
