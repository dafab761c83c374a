package io.flowgauge.metrics.oracle;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;

/** A run as plain lists, which oracles loop over and a recorder can record. */
public record PlainRun(
    List<Processor> processors,
    List<Work> works,
    List<Dependency> dependencies,
    List<ServiceInterval> services,
    Optional<Region> regions,
    OptionalLong start) {

  /** One activity. */
  public record Work(
      String id,
      ActivityKind kind,
      Map<Integer, String> processors,
      OptionalLong wallclock,
      OptionalLong ideal,
      List<ActivityEvent> events,
      List<Phase> phases) {

    boolean isTransfer() {
      return kind == ActivityKind.TRANSFER;
    }

    int lastAttempt() {
      return events.stream().mapToInt(ActivityEvent::attempt).max().orElse(1);
    }

    /** Returns the processor of the last attempt. */
    Optional<String> processor() {
      return Optional.ofNullable(processors.get(lastAttempt()));
    }

    /** Returns the time of an event of the last attempt; the latest if it is repeated. */
    OptionalLong last(EventType type) {
      int attempt = lastAttempt();
      return events.stream()
          .filter(e -> e.type() == type && e.attempt() == attempt)
          .mapToLong(ActivityEvent::epochNanos)
          .max();
    }

    long at(EventType type) {
      return last(type).orElseThrow();
    }

    long firstEvent() {
      return events.stream().mapToLong(ActivityEvent::epochNanos).min().orElseThrow();
    }

    Work withEvents(List<ActivityEvent> other) {
      return new Work(id, kind, processors, wallclock, ideal, other, phases);
    }

    Work withPhases(List<Phase> other) {
      return new Work(id, kind, processors, wallclock, ideal, events, other);
    }

    Work withWallclock(OptionalLong other) {
      return new Work(id, kind, processors, other, ideal, events, phases);
    }

    Work withProcessors(Map<Integer, String> other) {
      return new Work(id, kind, other, wallclock, ideal, events, phases);
    }
  }

  Work work(String id) {
    return works.stream().filter(w -> w.id().equals(id)).findFirst().orElseThrow();
  }

  List<Work> predecessors(Work of) {
    return dependencies.stream()
        .filter(d -> d.to().equals(of.id()))
        .map(d -> work(d.from()))
        .toList();
  }

  List<Work> successors(Work of) {
    return dependencies.stream()
        .filter(d -> d.from().equals(of.id()))
        .map(d -> work(d.to()))
        .toList();
  }

  Optional<Processor> processor(String name) {
    return processors.stream().filter(p -> p.name().equals(name)).findFirst();
  }

  long startNanos() {
    return start.orElseGet(
        () ->
            works.stream()
                .filter(w -> !w.events().isEmpty())
                .mapToLong(Work::firstEvent)
                .min()
                .orElseThrow());
  }

  /** Returns all events, activity by activity. */
  List<ActivityEvent> events() {
    return works.stream().flatMap(w -> w.events().stream()).toList();
  }

  PlainRun withWorks(List<Work> other) {
    return new PlainRun(processors, other, dependencies, services, regions, start);
  }

  PlainRun withServices(List<ServiceInterval> other) {
    return new PlainRun(processors, works, dependencies, other, regions, start);
  }

  PlainRun withProcessors(List<Processor> other) {
    return new PlainRun(other, works, dependencies, services, regions, start);
  }

  PlainRun mapWorks(UnaryOperator<Work> change) {
    return withWorks(works.stream().map(change).toList());
  }

  /** Returns the run with points in time and lengths of time mapped. */
  PlainRun mapTimes(LongUnaryOperator point, LongUnaryOperator length) {
    List<Work> mapped = new ArrayList<>();
    for (Work w : works) {
      mapped.add(
          new Work(
              w.id(),
              w.kind(),
              w.processors(),
              map(w.wallclock(), length),
              map(w.ideal(), length),
              w.events().stream().map(e -> at(e, point)).toList(),
              w.phases().stream().map(p -> at(p, point)).toList()));
    }
    List<ServiceInterval> mappedServices = services.stream().map(s -> at(s, point)).toList();
    return new PlainRun(
        processors, mapped, dependencies, mappedServices, regions, map(start, point));
  }

  private static OptionalLong map(OptionalLong value, LongUnaryOperator change) {
    return value.isEmpty() ? value : OptionalLong.of(change.applyAsLong(value.getAsLong()));
  }

  private static ActivityEvent at(ActivityEvent e, LongUnaryOperator point) {
    return new ActivityEvent(
        e.activity(), e.type(), point.applyAsLong(e.epochNanos()), e.attempt());
  }

  private static Phase at(Phase p, LongUnaryOperator point) {
    return new Phase(p.name(), point.applyAsLong(p.beginNanos()), point.applyAsLong(p.endNanos()));
  }

  private static ServiceInterval at(ServiceInterval s, LongUnaryOperator point) {
    return new ServiceInterval(
        s.service(), point.applyAsLong(s.beginNanos()), point.applyAsLong(s.endNanos()));
  }

  /** Returns a recorder that has recorded everything but the events. */
  RunRecorder declare() {
    RunRecorder recorder = Flowgauge.recorder("oracle");
    statements().forEach(statement -> statement.accept(recorder));
    return recorder;
  }

  /** Returns the calls that record everything but the events. */
  List<Consumer<RunRecorder>> statements() {
    List<Consumer<RunRecorder>> all = new ArrayList<>();
    start.ifPresent(nanos -> all.add(to -> to.start(nanos)));
    processors.forEach(p -> all.add(to -> to.processor(p)));
    for (Work w : works) {
      all.add(to -> to.activity(Activity.of(w.id(), "work", w.kind())));
      new TreeMap<>(w.processors()).forEach((k, p) -> all.add(to -> to.assign(w.id(), k, p)));
      w.wallclock().ifPresent(nanos -> all.add(to -> to.wallclock(w.id(), nanos)));
      w.ideal().ifPresent(nanos -> all.add(to -> to.ideal(w.id(), nanos)));
      w.phases().forEach(phase -> all.add(to -> to.phase(w.id(), phase)));
    }
    dependencies.forEach(d -> all.add(to -> to.dependency(d.from(), d.to())));
    services.forEach(service -> all.add(to -> to.service(service)));
    regions.ifPresent(region -> all.add(to -> to.regions(region)));
    return all;
  }

  public WorkflowRun run() {
    return run(events());
  }

  /** Returns the run recorded with the given events, which may be reordered or repeated. */
  WorkflowRun run(List<ActivityEvent> events) {
    RunRecorder recorder = declare();
    events.forEach(recorder::record);
    return recorder.snapshot();
  }
}
