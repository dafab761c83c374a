package io.flowgauge.learning.forecast;

import io.flowgauge.learning.reading.TypicalInputs;
import io.flowgauge.learning.saved.Renaming;
import io.flowgauge.learning.saved.Saved;
import io.flowgauge.learning.service.Observation;
import io.flowgauge.learning.service.ServiceModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Service times of some runs, learned both with and without regard to machines. If it is not known
 * where an activity will run, the effects of machines on earlier activities are noise, which the
 * deviations of runs explain just as well. Thread-safe; each model is learned on first use.
 */
public final class LearnedServices {
  private static final String ANYWHERE = "anywhere";
  private static final String BY_MACHINE = "byMachine";

  private final List<Observation> observations;
  private final TypicalInputs inputs;
  private final Set<String> machines = new TreeSet<>();
  private Optional<ServiceModel> byMachine = Optional.empty();
  private Optional<ServiceModel> anywhere = Optional.empty();

  /** Prepares to learn service times from work that was done. */
  public LearnedServices(List<Observation> observations) {
    this.observations = List.copyOf(observations);
    inputs = TypicalInputs.of(observations);
    observations.forEach(each -> each.work().machine().ifPresent(machines::add));
  }

  private LearnedServices(Saved saved) {
    observations = List.of();
    inputs = TypicalInputs.from(saved.at("inputs"));
    saved.at("machines").elements().forEach(name -> machines.add(name.text()));
    ServiceModel known = ServiceModel.from(saved.at(ANYWHERE));
    anywhere = Optional.of(known);
    byMachine = saved.find(BY_MACHINE).map(ServiceModel::from).or(() -> anywhere);
  }

  /** Restores what {@link #saved} returned. */
  static LearnedServices from(Saved saved) {
    return new LearnedServices(saved);
  }

  /** What was learned, by name. */
  Map<String, Object> saved(Renaming names) {
    Map<String, Object> saved = new LinkedHashMap<>();
    saved.put("inputs", inputs.saved());
    saved.put("machines", machines.stream().map(names::machine).sorted().toList());
    saved.put(ANYWHERE, anywhere().saved(names));
    if (!machines.isEmpty()) {
      saved.put(BY_MACHINE, byMachine().saved(names));
    }
    return saved;
  }

  /** All work that was done; empty for a history read from a file. */
  public List<Observation> observations() {
    return observations;
  }

  /** Typical sizes of the inputs of each type. */
  public TypicalInputs inputs() {
    return inputs;
  }

  /** Machines and queues that were seen. */
  public Set<String> machines() {
    return Set.copyOf(machines);
  }

  /** Service times by machine. */
  synchronized ServiceModel byMachine() {
    if (byMachine.isEmpty()) {
      byMachine = Optional.of(ServiceModel.learn(observations));
    }
    return byMachine.get();
  }

  /** Service times without regard to machines. */
  public synchronized ServiceModel anywhere() {
    if (anywhere.isEmpty()) {
      anywhere =
          Optional.of(
              ServiceModel.learn(
                  observations.stream()
                      .map(each -> new Observation(each.work().anywhere(), each.seconds()))
                      .toList()));
    }
    return anywhere.get();
  }
}
