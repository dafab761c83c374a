package io.flowgauge.traces.dot;

import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Writes one graph. Used once. */
final class DotGenerator {
  /**
   * With more dependencies, Graphviz takes minutes to draw curves, which show no more than lines.
   */
  private static final int MANY_DEPENDENCIES = 2_000;

  private static final String CRITICAL = "color=\"#c00000\", penwidth=2.5";

  private final WorkflowRun run;
  private final Workflow workflow;
  private final Writer out;
  private final DotLosses losses;
  private final Palette palette = new Palette();
  private final DotCriticalPath critical;

  DotGenerator(WorkflowRun run, Writer out) {
    this.run = run;
    this.workflow = run.workflow();
    this.out = out;
    losses = new DotLosses(run);
    critical = DotCriticalPath.of(run);
  }

  void write() throws IOException {
    out.write("digraph workflow {\n");
    out.write("  graph [rankdir=TB, labelloc=t, label=" + text("name", run.name()));
    out.write(workflow.dependencyCount() > MANY_DEPENDENCIES ? ", splines=line, nslimit=1" : "");
    out.write("];\n  node [style=filled, fontname=\"sans-serif\"];\n");
    for (int a = 0; a < workflow.activityCount(); a++) {
      writeNode(a);
    }
    for (int a = 0; a < workflow.activityCount(); a++) {
      for (int successor : workflow.successors(a)) {
        writeEdge(a, successor);
      }
    }
    out.write("}\n");
  }

  /** Names nodes by number: names in Graphviz cannot end in a backslash, but ids can. */
  private void writeNode(int index) throws IOException {
    ActivityExecution execution = run.execution(index);
    Activity activity = execution.activity();
    losses.count(execution);
    out.write("  n" + index + " [label=" + text("id", activity.id()));
    out.write(activity.kind() == ActivityKind.TRANSFER ? ", shape=ellipse" : ", shape=box");
    out.write(", fillcolor=\"" + palette.colour(activity.type()) + "\"");
    out.write(", tooltip=" + text("type", tooltip(execution)));
    out.write(critical.holds(index) ? ", " + CRITICAL : "");
    out.write("];\n");
  }

  private static String tooltip(ActivityExecution execution) {
    return execution.activity().type()
        + execution
            .wallclock()
            .map(time -> ", " + Times.seconds(Times.saturatedNanos(time)) + " s")
            .orElse("");
  }

  private void writeEdge(int from, int to) throws IOException {
    String style = critical.holds(from, to) ? " [" + CRITICAL + "]" : "";
    out.write("  n" + from + " -> n" + to + style + ";\n");
  }

  private String text(String part, String text) {
    losses.checkText(part, text);
    return DotText.quoted(text);
  }

  List<Diagnostic> lost() {
    return losses.diagnostics();
  }
}
