package io.flowgauge.learning.service;

import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What an activity is to do, and where. Immutable and thread-safe.
 *
 * @param type type of the activity
 * @param identity identifies the same work wherever it is done again
 * @param sample name of the sample it processes, which other activities of the run process, too
 * @param machine name of the machine, or of the kind of machine, that it runs on
 * @param run name of the run, different from those of all others
 * @param input sizes of what it reads
 */
public record Work(
    String type,
    Optional<String> identity,
    Optional<String> sample,
    Optional<String> machine,
    String run,
    InputSize input) {
  /** Checks that everything is given. */
  public Work {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(identity, "identity");
    Objects.requireNonNull(sample, "sample");
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(input, "input");
  }

  /**
   * Returns the same work on another machine.
   *
   * @param other name of the machine
   * @return the work there
   */
  public Work on(String other) {
    return new Work(type, identity, sample, Optional.of(other), run, input);
  }

  /**
   * Returns the same work by other names.
   *
   * @param ofWork gives the name of work
   * @param ofMachines gives the name of a machine
   * @return the work, of the same sample and run
   */
  public Work renamed(UnaryOperator<String> ofWork, UnaryOperator<String> ofMachines) {
    return new Work(type, identity.map(ofWork), sample, machine.map(ofMachines), run, input);
  }

  /**
   * Returns the same work on an unknown machine.
   *
   * @return the work without its machine
   */
  public Work anywhere() {
    return machine.isEmpty()
        ? this
        : new Work(type, identity, sample, Optional.empty(), run, input);
  }
}
