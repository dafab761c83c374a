package io.flowgauge.traces.crate;

import io.flowgauge.model.core.Remarks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/** A crate with its actions sorted by their role. Used once. */
final class Crate {
  private static final List<String> RUNNING =
      List.of("CreateAction", "ActivateAction", "UpdateAction");

  /**
   * The name of the descriptor follows a name of its own if the crate is detached from its data.
   */
  private static final Pattern DESCRIPTOR = Pattern.compile("ro-crate-metadata\\.json(ld)?$");

  private final Map<String, Entity> entities;
  private final Remarks remarks;
  private final Optional<Entity> root;
  private final String mainWorkflow;
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
    root = findRoot();
    mainWorkflow = root.flatMap(dataset -> dataset.first("mainEntity")).orElse("");
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
    } else if (run.isEmpty() || entity.all("instrument").contains(mainWorkflow)) {
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

  private void remarkSubWorkflow(Entity entity) {
    boolean again = entity.all("instrument").contains(mainWorkflow);
    remarks.info(
        again
            ? "further runs of the workflow in one crate, whose steps cannot be told apart"
            : "runs of sub-workflows: only their steps are activities",
        entity.label());
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
      remarks.warn("times that are not a date and time, left out", entity.id() + ", " + property);
      return OptionalLong.empty();
    }
  }

  /** Returns the root of the crate, which its descriptor is about. */
  private Optional<Entity> findRoot() {
    return entities.values().stream()
        .filter(entity -> DESCRIPTOR.matcher(entity.id()).find())
        .flatMap(entity -> entity.all("about").stream())
        .flatMap(about -> find(about).stream())
        .findFirst()
        .or(() -> find("./"));
  }

  Optional<Entity> find(String id) {
    return Optional.ofNullable(entities.get(id));
  }

  List<Action> activities() {
    return activities;
  }

  /** Returns the action of the whole workflow. */
  Optional<Action> run() {
    return run;
  }

  /** Returns the start of the run, as stated by its own action, or else by the engine's. */
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

  /**
   * Returns the parts of all datasets except the root, of collections, and of values that are lists
   * of files.
   */
  Map<String, List<String>> parts() {
    String top = root.map(Entity::id).orElse("./");
    Map<String, List<String>> parts = new HashMap<>();
    for (Entity entity : entities.values()) {
      if (entity.is("PropertyValue")) {
        parts.put(entity.id(), entity.all("value").stream().filter(entities::containsKey).toList());
      } else if (isWhole(entity) && !entity.id().equals(top)) {
        parts.put(entity.id(), entity.all("hasPart"));
      }
    }
    return parts;
  }

  private static boolean isWhole(Entity entity) {
    return entity.is("Dataset") || entity.is("Collection");
  }
}
