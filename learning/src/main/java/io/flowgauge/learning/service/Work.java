package io.flowgauge.learning.service;

import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What an activity is to do, and where. Immutable and thread-safe.
 *
 * @param type type of the activity
 * @param identity what is the same wherever the same work is done again
 * @param sample name of the sample it processes, which others of the run process, too
 * @param machine name of the machine or the kind of machine it runs on
 * @param run name of the run, different from those of all others
 * @param input what it reads
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
   * The same work elsewhere.
   *
   * @param other name of the machine
   * @return the work there
   */
  public Work on(String other) {
    return new Work(type, identity, sample, Optional.of(other), run, input);
  }

  /**
   * The same work by other names.
   *
   * @param ofWork what work is called
   * @param ofMachines what machines are called
   * @return the work, of the same sample and run
   */
  public Work renamed(UnaryOperator<String> ofWork, UnaryOperator<String> ofMachines) {
    return new Work(type, identity.map(ofWork), sample, machine.map(ofMachines), run, input);
  }

  /**
   * The same work, nobody knows where.
   *
   * @return the work without its machine
   */
  public Work anywhere() {
    return machine.isEmpty()
        ? this
        : new Work(type, identity, sample, Optional.empty(), run, input);
  }
}
