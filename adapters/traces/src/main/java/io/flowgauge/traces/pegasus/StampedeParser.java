package io.flowgauge.traces.pegasus;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.TraceLines;
import io.flowgauge.workflow.Dependency;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Reads a stampede log line by line; the order of the lines does not matter. Not thread-safe. */
final class StampedeParser {
  static final String PREFIX = "stampede.";
  private static final String JOB_INSTANCE = "job_inst.";

  /**
   * Events that add nothing to a run: others state the same, no time depends on them, or they order
   * tasks, which run in the order of their jobs.
   */
  private static final Set<String> IRRELEVANT =
      Set.of(
          "static.start",
          "static.end",
          "static.meta.start",
          "static.meta.end",
          "xwf.meta",
          "task.edge",
          "task.meta",
          "rc.meta",
          "rc.pfn",
          "wf.map.file",
          "int.metric",
          "task.monitoring",
          "inv.start",
          "job_inst.pre.term",
          "job_inst.post.term",
          "job_inst.grid.submit.start",
          "job_inst.globus.submit.start",
          "job_inst.image.info",
          "job_inst.tag",
          "job_inst.composite");

  private static final Map<String, Consumer<StampedeParser>> HANDLERS =
      Map.ofEntries(
          Map.entry("wf.plan", StampedeParser::plan),
          Map.entry("xwf.start", StampedeParser::start),
          Map.entry("xwf.end", StampedeParser::end),
          Map.entry("xwf.map.subwf_job", StampedeParser::subWorkflow),
          Map.entry("task.info", StampedeParser::task),
          Map.entry("wf.map.task_job", StampedeParser::taskInJob),
          Map.entry("job.info", StampedeParser::job),
          Map.entry("job.edge", StampedeParser::jobEdge),
          Map.entry("job_inst.host.info", parser -> parser.instances.addHost(parser.plan)),
          Map.entry("inv.end", parser -> parser.instances.addInvocation(parser.plan)));

  private final StampedeLog log = new StampedeLog();
  private final Remarks remarks = log.remarks();
  private final StampedeEvent event = new StampedeEvent(remarks);
  private final InstanceEvents instances = new InstanceEvents(event, remarks);
  private PlannedWorkflow plan = new PlannedWorkflow("");

  private StampedeParser() {}

  static StampedeLog parse(TraceFile file) throws IOException {
    return parse(List.of(file));
  }

  /** Parses files that together describe one workflow; without any the log is empty. */
  static StampedeLog parse(List<TraceFile> files) throws IOException {
    StampedeParser parser = new StampedeParser();
    for (TraceFile file : files) {
      try (TraceLines lines = TraceLines.of(file)) {
        while (lines.next()) {
          parser.line(lines);
        }
      }
    }
    parser.link();
    return parser.log;
  }

  private void line(TraceLines lines) {
    if (!event.read(lines)) {
      malformed(lines);
    } else if (event.line().size() > 0 && event.has("event")) {
      dispatch(withoutPrefix(event.text("event")));
    }
  }

  private void malformed(TraceLines lines) {
    String kind = lines.isTerminated() ? "malformed" : "cut off at the end of the file";
    String where = event.position() + " (" + event.line().problem() + ")";
    remarks.error("lines that are not BP events (" + kind + "), left out", where);
  }

  static String withoutPrefix(String event) {
    return event.startsWith(PREFIX) ? event.substring(PREFIX.length()) : event;
  }

  static boolean knows(String event) {
    return HANDLERS.containsKey(event) || IRRELEVANT.contains(event) || moment(event) != null;
  }

  private static Moment moment(String event) {
    return event.startsWith(JOB_INSTANCE)
        ? Moment.byEvent().get(event.substring(JOB_INSTANCE.length()))
        : null;
  }

  private void dispatch(String name) {
    if (IRRELEVANT.contains(name)) {
      return;
    }
    Consumer<StampedeParser> handler = HANDLERS.get(name);
    Moment moment = moment(name);
    if (handler == null && moment == null) {
      remarks.info("events of unknown names, left out", event.position() + ": " + name);
      return;
    }
    plan = log.plan(event.text("xwf.id"));
    if (handler != null) {
      handler.accept(this);
    } else {
      instances.addMoment(plan, moment);
    }
  }

  private void plan() {
    String root = event.text("root.xwf.id");
    plan.describe(event.text("dax.label"), root.equals(plan.id()), event.line().time("ts"));
  }

  private void start() {
    event.time().ifPresent(plan::startedAt);
    if (event.line().integer("restart_count").orElse(0) > 0) {
      remarks.info(
          "restarts of the workflow: the run is measured over all of them", event.position());
    }
  }

  private void end() {
    event.time().ifPresent(plan::endedAt);
    if (event.line().integer("status").orElse(0) != 0) {
      remarks.info("the workflow ended with a failure", event.position());
    }
  }

  private void subWorkflow() {
    remarks.info(
        "jobs that run a workflow of their own: no dependency leads to or from its jobs",
        event.text("job.id"));
  }

  private void task() {
    if (event.has("task.id")) {
      PegasusTask task = plan.task(event.text("task.id"));
      if (task.isDeclared()) {
        remarks.warn("tasks declared more than once: the last declaration is used", task.id());
      }
      String transformation = event.text("transformation");
      task.declare(transformation.isEmpty() ? task.id() : transformation, event.text("argv"));
    }
  }

  private void job() {
    if (!event.has("job.id")) {
      return;
    }
    PegasusJob job = plan.job(event.text("job.id"));
    if (job.isDeclared()) {
      remarks.warn("jobs declared more than once: the last declaration is used", job.id());
    }
    job.declare(event.text("type_desc"));
    job.attribute("clustered", event.text("clustered"));
    job.attribute("max_retries", event.text("max_retries"));
  }

  private void taskInJob() {
    if (event.has("task.id", "job.id")) {
      plan.task(event.text("task.id")).inJob(event.text("job.id"));
    }
  }

  private void jobEdge() {
    if (event.has("parent.job.id", "child.job.id")) {
      plan.jobEdges().add(new Dependency(event.text("parent.job.id"), event.text("child.job.id")));
    }
  }

  /** Resolves references, which requires that all lines have been read. */
  private void link() {
    for (PlannedWorkflow each : log.plans()) {
      for (PegasusTask task : each.tasks().values()) {
        if (!task.job().isEmpty()) {
          each.job(task.job()).addTask(task.type());
          each.job(task.job()).addArguments(task.arguments());
        }
      }
      declareEnds(each);
    }
    if (log.plans().size() > 1) {
      remarks.info(
          log.plans().size()
              + " workflows in one file: ids in all but one begin with the id of the workflow",
          log.root().id());
    }
  }

  private static void declareEnds(PlannedWorkflow plan) {
    for (Dependency edge : plan.jobEdges()) {
      plan.job(edge.from());
      plan.job(edge.to());
    }
  }
}
