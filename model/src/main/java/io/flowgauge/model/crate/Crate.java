package io.flowgauge.model.crate;

import io.flowgauge.model.trace.Remarks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A crate with its actions by what they are. Used once. */
final class Crate {
  private static final List<String> RUNNING =
      List.of("CreateAction", "ActivateAction", "UpdateAction");

  private final Map<String, Entity> entities;
  private final Remarks remarks;
  private final Set<String> engines = new HashSet<>();
  private final Map<String, String> steps = new HashMap<>();
  private final List<Action> activities = new ArrayList<>();
  private Optional<Action> run = Optional.empty();
  private Optional<Action> organized = Optional.empty();
  private boolean zoned;
  private boolean unzoned;

  Crate(Map<String, Entity> entities, Remarks remarks) {
    this.entities = entities;
    this.remarks = remarks;
    entities.values().forEach(this::learn);
    entities.values().forEach(this::choose);
  }

  private void learn(Entity entity) {
    if (entity.is("OrganizeAction")) {
      engines.addAll(entity.all("instrument"));
      organized = Optional.of(action(entity));
    } else if (entity.is("ControlAction")) {
      String step = entity.first("instrument").map(Entity::fragment).orElse("");
      entity.all("object").forEach(action -> steps.put(action, step));
    }
  }

  private void choose(Entity entity) {
    if (RUNNING.stream().noneMatch(entity::is)) {
      return;
    }
    if (entity.all("instrument").stream().noneMatch(this::isWorkflow)) {
      activities.add(action(entity));
    } else if (run.isEmpty() || entity.all("instrument").contains(mainWorkflow())) {
      run.ifPresent(other -> remarkSubWorkflow(other.entity()));
      run = Optional.of(action(entity));
    } else {
      remarkSubWorkflow(entity);
    }
  }

  private boolean isWorkflow(String instrument) {
    Entity entity = entities.get(instrument);
    return entity != null && (entity.is("ComputationalWorkflow") || entity.is("Workflow"));
  }

  private String mainWorkflow() {
    return root().flatMap(dataset -> dataset.first("mainEntity")).orElse("");
  }

  private void remarkSubWorkflow(Entity entity) {
    remarks.info("runs of sub-workflows, of which only the steps are activities", entity.label());
  }

  private Action action(Entity entity) {
    return new Action(entity, time(entity, "startTime"), time(entity, "endTime"));
  }

  private OptionalLong time(Entity entity, String property) {
    Optional<String> text = entity.first(property);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      ActionTime time = ActionTime.parse(text.get());
      zoned |= time.zoned();
      unzoned |= !time.zoned();
      return OptionalLong.of(time.nanos());
    } catch (IllegalArgumentException e) {
      remarks.warn("times that are no date and time, left out", entity.id() + ", " + property);
      return OptionalLong.empty();
    }
  }

  /** The root of the crate: what its descriptor is about. */
  private Optional<Entity> root() {
    for (String descriptor : List.of("ro-crate-metadata.json", "ro-crate-metadata.jsonld")) {
      Optional<Entity> about =
          find(descriptor).flatMap(entity -> entity.first("about")).flatMap(this::find);
      if (about.isPresent()) {
        return about;
      }
    }
    return find("./");
  }

  Optional<Entity> find(String id) {
    return Optional.ofNullable(entities.get(id));
  }

  List<Action> activities() {
    return activities;
  }

  /** The action of the whole workflow. */
  Optional<Action> run() {
    return run;
  }

  /** When the run began: as its own action tells, else the engine's. */
  OptionalLong start() {
    OptionalLong start = run.map(Action::start).orElse(OptionalLong.empty());
    return start.isPresent() ? start : organized.map(Action::start).orElse(OptionalLong.empty());
  }

  boolean isOfEngine(Action action) {
    return action.entity().all("instrument").stream().anyMatch(engines::contains);
  }

  Optional<String> step(Action action) {
    return Optional.ofNullable(steps.get(action.entity().id()));
  }

  boolean hasTimesWithoutZone() {
    return unzoned;
  }

  boolean mixesZones() {
    return zoned && unzoned;
  }

  /** Parts of all datasets but the root. */
  Map<String, List<String>> parts() {
    String root = root().map(Entity::id).orElse("./");
    Map<String, List<String>> parts = new HashMap<>();
    for (Entity entity : entities.values()) {
      if (entity.is("Dataset") && !entity.id().equals(root)) {
        parts.put(entity.id(), entity.all("hasPart"));
      }
    }
    return parts;
  }
}
