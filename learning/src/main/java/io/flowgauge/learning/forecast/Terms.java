package io.flowgauge.learning.forecast;

import io.flowgauge.learning.reading.SlotHistory;
import io.flowgauge.learning.service.InputSize;
import io.flowgauge.learning.service.Work;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The terms under which a run is predicted. Immutable and thread-safe.
 *
 * @param slots how many activities can run at once, if given; 0 for any number
 * @param machine machine of all activities without one of their own, if given
 * @param machines machines by id of the activity
 * @param slowdowns slowdown factors by machine; 1 for all other machines
 * @param inputFactor factor for the sizes of all inputs
 * @param samples number of runs to simulate, if given
 */
record Terms(
    OptionalInt slots,
    Optional<String> machine,
    Map<String, String> machines,
    Map<String, Double> slowdowns,
    double inputFactor,
    OptionalInt samples,
    long seed) {
  static final Terms USUAL =
      new Terms(
          OptionalInt.empty(), Optional.empty(), Map.of(), Map.of(), 1, OptionalInt.empty(), 1);

  Terms {
    machines = Map.copyOf(machines);
    slowdowns = Map.copyOf(slowdowns);
  }

  Terms withSlots(int count) {
    return new Terms(
        OptionalInt.of(count), machine, machines, slowdowns, inputFactor, samples, seed);
  }

  Terms withMachine(String name) {
    return new Terms(slots, Optional.of(name), machines, slowdowns, inputFactor, samples, seed);
  }

  Terms withMachine(String activity, String name) {
    Map<String, String> all = new HashMap<>(machines);
    all.put(activity, name);
    return new Terms(slots, machine, all, slowdowns, inputFactor, samples, seed);
  }

  Terms withSlowdown(String name, double factor) {
    Map<String, Double> all = new HashMap<>(slowdowns);
    all.put(name, factor);
    return new Terms(slots, machine, machines, all, inputFactor, samples, seed);
  }

  Terms withInputFactor(double factor) {
    return new Terms(slots, machine, machines, slowdowns, factor, samples, seed);
  }

  Terms withSamples(int count) {
    return new Terms(slots, machine, machines, slowdowns, inputFactor, OptionalInt.of(count), seed);
  }

  Terms withSeed(long other) {
    return new Terms(slots, machine, machines, slowdowns, inputFactor, samples, other);
  }

  /** Whether a machine is named for an activity. */
  boolean namesMachines() {
    return machine.isPresent() || !machines.isEmpty();
  }

  /** The factor by which work takes longer on its machine than history says. */
  double slowdown(Work work) {
    return work.machine().map(slowdowns::get).orElse(1.0);
  }

  /** Returns the conditions under these terms, given those that history shows. */
  Conditions conditions(Conditions learned) {
    if (slots.isEmpty()) {
      return learned;
    }
    int count = slots.getAsInt();
    return learned.withSlots(count > 0 ? SlotHistory.of(count) : SlotHistory.UNBOUNDED);
  }

  /** The work of an activity under these terms. */
  Work of(String activity, Work planned) {
    Optional<String> place = Optional.ofNullable(machines.get(activity)).or(() -> machine);
    Work larger = larger(planned);
    return place.map(larger::on).orElse(larger);
  }

  /** Work with its inputs scaled by these terms. */
  Work larger(Work work) {
    return inputFactor == 1
        ? work
        : new Work(
            work.type(),
            Optional.empty(),
            work.sample(),
            work.machine(),
            work.run(),
            scaled(work.input()));
  }

  private InputSize scaled(InputSize input) {
    return new InputSize(
        input.ownBytes() * inputFactor, input.bytes() * inputFactor, input.files());
  }
}
