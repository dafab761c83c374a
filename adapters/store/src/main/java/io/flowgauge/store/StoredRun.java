package io.flowgauge.store;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** A run as a repository lists it, without loading it. Immutable and thread-safe. */
public interface StoredRun {

  /**
   * Number of the run in its repository.
   *
   * @return 1 or more
   */
  long id();

  /**
   * Name of its workflow.
   *
   * @return the name
   */
  String workflow();

  /**
   * Version of its workflow.
   *
   * @return the label
   */
  String version();

  /**
   * Name of the run.
   *
   * @return a text, possibly empty
   */
  String name();

  /**
   * Where it was read from.
   *
   * @return a text, possibly empty
   */
  String source();

  /**
   * When it was stored.
   *
   * @return the time
   */
  Instant stored();

  /**
   * When it started.
   *
   * @return the time, if known; for a run with relative times, counted from 1970
   */
  Optional<Instant> start();

  /**
   * Its makespan.
   *
   * @return seconds, if known
   */
  OptionalDouble makespanSeconds();

  /**
   * Whether all its activities had ended.
   *
   * @return false for a run that was stored while it ran
   */
  boolean isFinished();

  /**
   * Number of activities.
   *
   * @return 0 or more
   */
  int activities();

  /**
   * Number of attempts.
   *
   * @return 0 or more
   */
  int attempts();

  /**
   * Number of attempts that FAILED.
   *
   * @return 0 or more
   */
  int failedAttempts();

  /**
   * The sites its activities ran on.
   *
   * @return names, sorted; empty if none is known
   */
  Set<String> sites();

  /**
   * Its tags.
   *
   * @return values by name, sorted
   */
  Map<String, String> tags();
}
