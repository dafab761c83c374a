package io.flowgauge.learning.service;

import io.flowgauge.learning.saved.Renaming;
import io.flowgauge.learning.saved.Saved;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What was learned of service times: a law of each type's log time by its input, and how machines,
 * runs, identities and samples deviate from it.
 *
 * <pre>{@code
 * ServiceModel model = ServiceModel.learn(observations);
 * if (model.knows(work.type())) {
 *   ServiceEstimate estimate = model.estimate(work);
 * }
 * }</pre>
 *
 * <p>The log time of an activity is the sum of a law of its type's input size, of deviations of its
 * machine, its type on that machine, its run, its type in that run, its identity and its sample,
 * and of a residual. The law is a Bayesian average of regressions; the less was seen of a
 * deviation, the more it is shrunk to 0. It does not matter in which order observations are given.
 * Immutable and thread-safe.
 */
public final class ServiceModel implements KnownServices {
  private final ServiceLaws laws;

  private ServiceModel(ServiceLaws laws) {
    this.laws = laws;
  }

  /**
   * Learns from work that was done, in time proportional to the number of observations.
   *
   * @param observations work of any types and runs, in any order; may be empty
   * @return what is known then
   */
  public static ServiceModel learn(List<Observation> observations) {
    return new ServiceModel(Backfitting.learn(observations));
  }

  /**
   * Returns what was learned, as plain values.
   *
   * @param names gives the saved names of work and machines
   * @return parameters by name
   */
  public Map<String, Object> saved(Renaming names) {
    return laws.saved(names);
  }

  /**
   * Restores a model that was saved.
   *
   * @param saved what {@link #saved} returned
   * @return the model, which knows work and machines by their saved names
   */
  public static ServiceModel from(Saved saved) {
    return new ServiceModel(ServiceLaws.from(saved));
  }

  /**
   * Estimates the service time of an activity. For an unknown type, only the spread between types
   * is known: ask {@link #knows}.
   */
  @Override
  public ServiceEstimate estimate(Work work) {
    return laws.estimate(work);
  }

  /**
   * Returns a copy that continues to learn during a run.
   *
   * @return a new copy, which leaves this model as it is
   */
  public RunningServices follow() {
    return new RunningServices(new ServiceLaws(laws));
  }

  /**
   * Whether activities of a type were observed.
   *
   * @param type name of the type
   * @return whether there is a law for it
   */
  public boolean knows(String type) {
    return laws.law(type).isPresent();
  }

  /**
   * All types observed.
   *
   * @return their names, sorted
   */
  public Set<String> types() {
    return Collections.unmodifiableSet(laws.types().keySet());
  }

  @Override
  public int observations(String type) {
    return history(type).map(TypeHistory::observations).orElse(0);
  }

  @Override
  public int runs(String type) {
    return history(type).map(TypeHistory::runs).orElse(0);
  }

  private Optional<TypeHistory> history(String type) {
    return laws.law(type).map(TypeLaw::history);
  }

  /**
   * All machines that activities are known to have run on.
   *
   * @return their names
   */
  public Set<String> machines() {
    return laws.machines().names();
  }
}
