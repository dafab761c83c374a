package io.flowgauge.traces.crate;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.inputs.InputFiles;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Records the contents of a crate. Used once. */
final class CrateRun {
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,30}(\\.[0-9]{1,30})?");
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");
  private static final String REAL_TIME = "realTime";

  private final TraceFile file;
  private final Crate crate;
  private final Remarks remarks;
  private final RunRecorder into;
  private final Map<Action, String> ids = new HashMap<>();
  private final Map<Action, Map<String, String>> work = new HashMap<>();

  CrateRun(TraceFile file, Crate crate, Remarks remarks, RunRecorder into) {
    this.file = file;
    this.crate = crate;
    this.remarks = remarks;
    this.into = into;
  }

  /** Records everything, and returns the name of the run. */
  String record() throws TraceFormatException {
    if (crate.activities().isEmpty() && crate.run().isEmpty()) {
      throw file.error(
          "", "no action that ran something", "a CreateAction, ActivateAction or UpdateAction");
    }
    List<List<Action>> activities = Attempts.of(activities(), remarks);
    assignIds(activities);
    DataFlow flow = new DataFlow(crate, remarks);
    describeWork(activities, flow);
    for (List<Action> attempts : activities) {
      record(attempts);
    }
    for (Action user : crate.activities()) {
      for (Action source : flow.sources(user)) {
        if (!ids.get(source).equals(ids.get(user))) {
          into.dependency(ids.get(source), ids.get(user));
        }
      }
    }
    crate.start().ifPresent(into::start);
    recordTimeBase();
    return crate.run().map(run -> run.entity().label()).orElse("");
  }

  /** Returns the actions of the steps; a crate without any is a run of one activity. */
  private List<Action> activities() {
    if (!crate.activities().isEmpty()) {
      return crate.activities();
    }
    into.diagnostic(
        Diagnostic.warning(
            file.fileName(),
            "only the workflow as a whole has an action: it is read as one activity"));
    return List.of(crate.run().orElseThrow());
  }

  private void assignIds(List<List<Action>> activities) {
    Map<String, Integer> uses = new HashMap<>();
    activities.forEach(some -> uses.merge(some.get(0).entity().label(), 1, Integer::sum));
    for (List<Action> attempts : activities) {
      Entity first = attempts.get(0).entity();
      String name = first.label();
      String id = uses.get(name) == 1 ? name : name + " (" + first.id() + ")";
      attempts.forEach(attempt -> ids.put(attempt, id));
    }
  }

  /** Describes inputs by their identifiers, some of which stand for content. */
  private void describeWork(List<List<Action>> activities, DataFlow flow) {
    InputFiles files = new InputFiles();
    for (List<Action> attempts : activities) {
      Action last = attempts.get(attempts.size() - 1);
      List<Entity> read =
          flow.used(last).stream()
              .flatMap(id -> crate.find(id).stream())
              .filter(entity -> entity.is("File"))
              .toList();
      Map<String, String> attributes = new TreeMap<>();
      work.put(last, attributes);
      if (!read.isEmpty()) {
        read.forEach(file -> size(file, files));
        files.recordInputs(
            type(ids.get(last), last), read.stream().map(Entity::id).toList(), attributes);
      }
    }
    files.addAttributes();
  }

  private static void size(Entity file, InputFiles files) {
    file.first("contentSize")
        .filter(size -> WHOLE.matcher(size).matches())
        .ifPresent(size -> files.recordSize(file.id(), Long.parseLong(size)));
  }

  private void record(List<Action> attempts) {
    Action last = attempts.get(attempts.size() - 1);
    String id = ids.get(last);
    into.activity(activity(id, last));
    for (int k = 0; k < attempts.size(); k++) {
      recordEvents(id, attempts.get(k), k + 1);
    }
    wallclock(last).ifPresent(nanos -> into.wallclock(id, nanos));
  }

  private void recordEvents(String id, Action action, int attempt) {
    if (action.hasNotBegun()) {
      return;
    }
    if (action.start().isEmpty() && action.end().isEmpty()) {
      remarks.warn("actions without times", id);
    }
    action.start().ifPresent(nanos -> into.record(id, EventType.ACTIVE, nanos, attempt));
    if (!action.isOpen() && action.end().isPresent()) {
      EventType end = action.failed() ? EventType.FAILED : EventType.COMPLETED;
      into.record(id, end, action.end().getAsLong(), attempt);
    }
  }

  private String type(String id, Action action) {
    return action
        .entity()
        .first("instrument")
        .map(tool -> crate.find(tool).map(Entity::label).orElse(Entity.fragment(tool)))
        .filter(name -> !name.isEmpty())
        .or(() -> crate.step(action))
        .filter(name -> !name.isEmpty())
        .orElse(id);
  }

  private Activity activity(String id, Action action) {
    boolean transfer = crate.isOfEngine(action);
    Activity activity =
        Activity.of(
            id,
            transfer ? action.entity().label() : type(id, action),
            transfer ? ActivityKind.TRANSFER : ActivityKind.COMPUTE);
    return activity.withAttributes(attributes(action));
  }

  private Map<String, String> attributes(Action action) {
    Map<String, String> attributes = new TreeMap<>(work.get(action));
    attributes.put("action", action.entity().id());
    crate.step(action).ifPresent(step -> attributes.put("step", step));
    action.entity().first("error").ifPresent(error -> attributes.put("error", error));
    for (String property : List.of("agent", "containerImage")) {
      action
          .entity()
          .first(property)
          .ifPresent(
              reference ->
                  attributes.put(
                      property, crate.find(reference).map(Entity::label).orElse(reference)));
    }
    for (Entity usage : usages(action)) {
      attributes.put("resourceUsage." + usageName(usage), valueWithUnit(usage));
    }
    return attributes;
  }

  private List<Entity> usages(Action action) {
    return action.entity().all("resourceUsage").stream()
        .map(crate::find)
        .flatMap(Optional::stream)
        .toList();
  }

  private static String usageName(Entity usage) {
    return usage.first("propertyID").map(Entity::fragment).orElse(usage.label());
  }

  private static String valueWithUnit(Entity usage) {
    String unit = usage.first("unitCode").map(code -> " " + Entity.fragment(code)).orElse("");
    return usage.first("value").orElse("") + unit;
  }

  /** Returns T(a), if the crate states the time on the node and its unit. */
  private OptionalLong wallclock(Action action) {
    for (Entity usage : usages(action)) {
      String value = usage.first("value").orElse("");
      if (usageName(usage).equals(REAL_TIME) && NUMBER.matcher(value).matches()) {
        return nanos(new BigDecimal(value), usage);
      }
    }
    return OptionalLong.empty();
  }

  private OptionalLong nanos(BigDecimal value, Entity usage) {
    String unit = usage.first("unitCode").map(Entity::fragment).orElse("");
    try {
      return switch (unit) {
        case "MilliSEC" -> OptionalLong.of(Times.nanos(value.movePointLeft(3)));
        case "SEC" -> OptionalLong.of(Times.nanos(value));
        default -> {
          remarks.warn("real times of unknown unit, kept as attributes only", usage.id());
          yield OptionalLong.empty();
        }
      };
    } catch (IllegalArgumentException e) {
      remarks.warn("real times beyond 292 years, kept as attributes only", usage.id());
      return OptionalLong.empty();
    }
  }

  private void recordTimeBase() {
    if (crate.hasTimesWithoutZone()) {
      into.timeBase(TimeBase.UNKNOWN_ZONE);
      into.diagnostic(
          Diagnostic.warning(
              file.fileName(),
              crate.mixesZones()
                  ? "some times have a zone and some have none: times without one are taken as UTC"
                  : "times have no zone: they are shown as if they were UTC"));
    }
  }
}
