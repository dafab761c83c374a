package io.flowgauge.learning.forecast;

import io.flowgauge.learning.saved.Checksum;
import io.flowgauge.learning.saved.Names;
import io.flowgauge.learning.saved.Renaming;
import io.flowgauge.learning.saved.Saved;
import io.flowgauge.workflow.Workflow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything learned from runs. Immutable and thread-safe; costly parts are learned on first use.
 */
public final class Knowledge {
  private final List<KnownRun> runs;
  private final LearnedServices services;
  private final Hindsights hindsights;
  private final Names names;

  private Knowledge(
      List<KnownRun> runs, LearnedServices services, Hindsights hindsights, Names names) {
    this.runs = List.copyOf(runs);
    this.services = services;
    this.hindsights = hindsights;
    this.names = names;
  }

  /**
   * Learns from runs.
   *
   * @param past runs in the order in which they began
   * @param replays replays that were made earlier, of some of them
   */
  public static Knowledge of(List<PastRun> past, Replays replays) {
    return new Knowledge(
        past.stream().map(PastRun::known).toList(),
        new LearnedServices(past.stream().flatMap(run -> run.observations().stream()).toList()),
        new Replayed(past, replays),
        Names.OWN);
  }

  /** Facts about each run. */
  List<KnownRun> known() {
    return runs;
  }

  /** Number of runs. */
  public int runs() {
    return runs.size();
  }

  /** Number of activities that completed. */
  public long activities() {
    return runs.stream().mapToLong(run -> run.facts().activities()).sum();
  }

  /** Service times learned from all runs. */
  public LearnedServices services() {
    return services;
  }

  Hindsights hindsights() {
    return hindsights;
  }

  /**
   * The names under which work, workflows and machines are known here. Every lookup, whether in
   * service times, slots or outages, must use these names.
   */
  Names names() {
    return names;
  }

  /** What was learned for a workflow. */
  public Learned of(Workflow workflow) {
    return new Learned(workflow, this);
  }

  /**
   * Returns everything as plain values. That takes as long as predicting each workflow once.
   *
   * @param keepsMachines whether machines keep their own names, if these are known
   */
  public Map<String, Object> saved(boolean keepsMachines) {
    Renaming renaming = Renaming.of(names, salt(), keepsMachines);
    Map<String, Object> saved = new LinkedHashMap<>();
    saved.put("salt", renaming.to().salt());
    saved.put("machineNames", renaming.to().hasMachines());
    saved.put("runs", runs.stream().map(run -> run.saved(renaming)).toList());
    saved.put("calibrations", Remembered.saved(hindsights));
    saved.putAll(services.saved(renaming));
    return saved;
  }

  /** Returns a salt that is equal for equal histories, and unpredictable without the history. */
  private String salt() {
    Renaming none = new Renaming(names, names);
    return Checksum.of(Map.of("runs", runs.stream().map(run -> run.saved(none)).toList()));
  }

  /** Restores what {@link #saved} returned. */
  public static Knowledge from(Saved saved) {
    List<KnownRun> runs = saved.at("runs").elements().stream().map(KnownRun::from).toList();
    return new Knowledge(
        runs,
        LearnedServices.from(saved),
        Remembered.from(saved.at("calibrations"), runs.size()),
        new Names(saved.at("salt").text(), saved.at("machineNames").flag()));
  }
}
