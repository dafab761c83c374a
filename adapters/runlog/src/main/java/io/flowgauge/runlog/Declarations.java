package io.flowgauge.runlog;

import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Region;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Logs everything known of one run except the events of its activities. Thread-safe. */
final class Declarations {
  /**
   * Length in characters above which attribute values are split: at four bytes per character, this
   * leaves room for the rest of the event.
   */
  static final int PART = 8_000;

  private static final int NO_PARENT = -1;

  private final EventSink sink;
  private final String run;
  private final long id;
  private final LoggedProfiles profiles;

  /**
   * Numbers of region trees; they start at random, so that they differ from those of other
   * processes and earlier ones.
   */
  private final AtomicInteger trees = new AtomicInteger(ThreadLocalRandom.current().nextInt());

  Declarations(EventSink to, String run) {
    this.sink = to;
    this.run = run;
    id = Lifelines.of(run);
    profiles = new LoggedProfiles(to);
  }

  void begin(String name) {
    sink.log(RunSchemas.BEGIN, id, run, name);
  }

  void join() {
    sink.log(RunSchemas.JOIN, id, run);
  }

  void start(long epochNanos) {
    sink.log(RunSchemas.START, id, epochNanos);
  }

  void end(long epochNanos) {
    sink.log(RunSchemas.END, id, epochNanos);
  }

  void makespan(long nanos) {
    sink.log(RunSchemas.MAKESPAN, id, nanos);
  }

  void timeBase(TimeBase base) {
    sink.log(RunSchemas.TIME_BASE, id, base.name());
  }

  void processor(Processor processor) {
    sink.log(
        RunSchemas.PROCESSOR,
        id,
        processor.slots(),
        processor.speed(),
        processor.name(),
        processor.site());
  }

  void service(ServiceInterval service) {
    sink.log(RunSchemas.SERVICE, id, service.beginNanos(), service.endNanos(), service.service());
  }

  void hostLoad(HostLoad load) {
    sink.log(
        RunSchemas.HOST_LOAD,
        id,
        load.beginNanos(),
        load.endNanos(),
        load.least(),
        load.mean(),
        load.most(),
        load.host(),
        load.quantity(),
        load.unit());
  }

  void diagnostic(Diagnostic diagnostic) {
    String severity = diagnostic.severity().label();
    sink.log(RunSchemas.DIAGNOSTIC, id, severity, diagnostic.where(), diagnostic.message());
  }

  /** Makes readers count a call that lacks the values its event would hold. */
  void unusable(UnusableCall call) {
    sink.log(RunSchemas.UNUSABLE, id, call.label());
  }

  /** Logs the attributes first, so that they are known when the declaration is read. */
  void activity(Activity activity) {
    long lifeline = lifeline(activity.id());
    int events = 0;
    for (var attribute : activity.attributes().entrySet()) {
      events += attribute(lifeline, attribute.getKey(), attribute.getValue());
    }
    sink.log(
        RunSchemas.ACTIVITY,
        lifeline,
        id,
        activity.iteration().orElse(0),
        events,
        activity.id(),
        activity.type(),
        activity.kind().name().toLowerCase(Locale.ROOT));
  }

  private int attribute(long lifeline, String name, String value) {
    int part = 0;
    int from = 0;
    do {
      int end = Math.min(value.length(), from + PART);
      if (end < value.length() && Character.isHighSurrogate(value.charAt(end - 1))) {
        end--;
      }
      sink.log(RunSchemas.ATTRIBUTE, lifeline, part++, name, value.substring(from, end));
      from = end;
    } while (from < value.length());
    return part;
  }

  /** Logs which activity a lifeline denotes. */
  void known(String activity) {
    sink.log(RunSchemas.KNOWN, lifeline(activity), id, activity);
  }

  void dependency(String from, String to) {
    this.sink.log(RunSchemas.DEPENDENCY, id, lifeline(from), lifeline(to));
  }

  void assigned(String activity, int attempt, String processor) {
    sink.log(RunSchemas.ASSIGNED, lifeline(activity), attempt, processor);
  }

  void wallclock(long activity, long nanos) {
    sink.log(RunSchemas.WALLCLOCK, activity, nanos);
  }

  void ideal(long activity, long nanos) {
    sink.log(RunSchemas.IDEAL, activity, nanos);
  }

  void phase(long activity, Phase phase) {
    sink.log(RunSchemas.PHASE, activity, phase.beginNanos(), phase.endNanos(), phase.name());
  }

  void wallclock(long activity, int attempt, long nanos) {
    sink.log(RunSchemas.ATTEMPT_WALLCLOCK, activity, attempt, nanos);
  }

  void phase(long activity, int attempt, Phase phase) {
    sink.log(
        RunSchemas.ATTEMPT_PHASE,
        activity,
        attempt,
        phase.beginNanos(),
        phase.endNanos(),
        phase.name());
  }

  void phaseTime(long activity, PhaseType phase, long nanos) {
    sink.log(RunSchemas.PHASE_TIME, activity, nanos, phase.label());
  }

  void codeProfile(long activity, CodeProfile profile) {
    profiles.log(activity, profile);
  }

  long lifeline(String activity) {
    return Lifelines.of(run, activity);
  }

  private record Node(Region region, int parent, int place) {}

  /**
   * Logs a region tree without recursion, because trees can be as deep as a workflow is long.
   *
   * @param activities receives the activities in the tree, and must ensure that readers know their
   *     names
   */
  void regions(Region root, Consumer<String> activities) {
    int tree = trees.getAndIncrement();
    int nodes = 0;
    int links = 0;
    Deque<Node> open = new ArrayDeque<>(List.of(new Node(root, NO_PARENT, 0)));
    while (!open.isEmpty()) {
      Node node = open.pop();
      int number = nodes++;
      node.region().activity().ifPresent(activities);
      node(tree, number, node);
      links += links(tree, number, node.region().links());
      List<Region> members = node.region().members();
      for (int k = 0; k < members.size(); k++) {
        open.push(new Node(members.get(k), number, k));
      }
    }
    sink.log(RunSchemas.REGIONS, id, tree, nodes, links);
  }

  private void node(int tree, int number, Node node) {
    Region region = node.region();
    if (region.activity().isPresent()) {
      long activity = lifeline(region.activity().get());
      sink.log(RunSchemas.LEAF, id, tree, number, node.parent(), node.place(), activity);
    } else {
      String kind = region.kind().label();
      sink.log(
          RunSchemas.REGION, id, tree, number, node.parent(), node.place(), kind, region.name());
    }
  }

  private int links(int tree, int node, List<Region.Link> links) {
    links.forEach(link -> sink.log(RunSchemas.LINK, id, tree, node, link.from(), link.to()));
    return links.size();
  }
}
