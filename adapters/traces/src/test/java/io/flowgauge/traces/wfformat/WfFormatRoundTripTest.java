package io.flowgauge.traces.wfformat;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.Processor;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.traces.document.DeclaredRegions;
import io.flowgauge.traces.document.RandomRuns;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Exactly the facts that WfFormat cannot hold are reported as lost. */
class WfFormatRoundTripTest {
  private WorkflowRun run;
  private WorkflowRun back;
  private List<Diagnostic> lost;

  private void writeAndRead(WorkflowRun given) throws IOException {
    run = given;
    Path folder = Files.createTempDirectory("flowgauge");
    Path file = folder.resolve("run.wfformat.json");
    try {
      lost = Flowgauge.write(run, file);
      back = Flowgauge.read(file);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  @Property(tries = 150)
  void write_anyRun_namesExactlyWhatIsLost(@ForAll long seed) throws IOException {
    writeAndRead(RandomRuns.after1970(seed));
    assertThat(back.workflow().dependencies()).isEqualTo(run.workflow().dependencies());
    assertThat(back.workflow().activities())
        .extracting(Activity::id)
        .isEqualTo(run.workflow().activities().stream().map(Activity::id).toList());
    assertNamed("types will be read as another type", differs((a, b) -> type(a).equals(type(b))));
    assertNamed(
        "transfers are written as any other task",
        has(execution -> execution.activity().kind() == ActivityKind.TRANSFER));
    assertNamed(
        "iterations of loops are not written",
        has(execution -> execution.activity().iteration().isPresent()));
    assertNamed(
        "attributes are not written",
        differs((a, b) -> attributes(b).entrySet().containsAll(attributes(a).entrySet())));
    assertNamed("ideal times are not written", differs(ActivityExecution::ideal));
    assertNamed(
        "phases are not written",
        has(execution -> !execution.phases().isEmpty() || !execution.phaseTimes().isEmpty()));
    assertNamed("sites are not written", !sites(run).equals(sites(back)));
    assertNamed("intervals of services are not written", !run.services().isEmpty());
    assertNamed("loads of 1 host are not written", hosts() == 1);
    assertNamed("loads of 2 hosts are not written", hosts() == 2);
    assertNamed("the declared region tree is not written", DeclaredRegions.of(run).isPresent());
    assertNamed("diagnostics of the run are not written", !run.diagnostics().isEmpty());
  }

  private long hosts() {
    return run.hostLoads().stream().map(HostLoad::host).distinct().count();
  }

  /** Wall-clock times of activities that have one survive the round trip. */
  @Property(tries = 100)
  void write_anyRun_keepsMeasuredTimes(@ForAll long seed) throws IOException {
    writeAndRead(RandomRuns.after1970(seed));
    for (ActivityExecution execution : run.executions()) {
      ActivityExecution again = back.execution(execution.activity().id()).orElseThrow();
      if (execution.wallclock().isPresent()) {
        assertThat(again.wallclock()).isEqualTo(execution.wallclock());
        assertThat(again.processor()).isEqualTo(execution.processor());
      } else if (again.wallclock().isPresent()) {
        assertThat(lost).anyMatch(d -> d.message().contains("none was measured"));
      }
    }
  }

  private void assertNamed(String loss, boolean expected) {
    assertThat(lost.stream().anyMatch(diagnostic -> diagnostic.message().contains(loss)))
        .as(loss)
        .isEqualTo(expected);
  }

  private boolean has(Predicate<ActivityExecution> property) {
    return run.executions().stream().anyMatch(property);
  }

  private boolean differs(Function<ActivityExecution, Object> property) {
    return differs((a, b) -> property.apply(a).equals(property.apply(b)));
  }

  private boolean differs(BiPredicate<ActivityExecution, ActivityExecution> same) {
    return has(a -> !same.test(a, back.execution(a.activity().id()).orElseThrow()));
  }

  private static String type(ActivityExecution execution) {
    return execution.activity().type();
  }

  private static Map<String, String> attributes(ActivityExecution execution) {
    return execution.activity().attributes();
  }

  private static List<String> sites(WorkflowRun of) {
    return of.processors().stream().map(Processor::site).toList();
  }
}
