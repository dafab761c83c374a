package io.flowgauge.history;

import java.util.List;
import java.util.Set;

/**
 * What a forecast is based on, and what it cannot know. Its text is a sentence or two:
 *
 * <pre>
 * 12 runs, 9 of this workflow; 3 of 9 types from one run; machine c2 never seen.
 * </pre>
 *
 * <p>Implementations are immutable and thread-safe.
 */
public interface ForecastBasis {

  /**
   * Number of runs in history.
   *
   * @return 0 or more
   */
  int runs();

  /**
   * Number of runs of exactly this workflow, with the same activities and dependencies.
   *
   * @return 0 or more
   */
  int runsOfWorkflow();

  /**
   * What is known about each type of activity to predict.
   *
   * @return types, in order of their first activity
   */
  List<TypeBasis> types();

  /**
   * Machines that activities are to run on but that history lacks.
   *
   * @return names, in order
   */
  Set<String> unseenMachines();

  /**
   * Why there is no forecast.
   *
   * @return a sentence, such as "60 activities of 3 types never seen: no forecast before one has
   *     run"; empty if there is a forecast
   */
  String unknown();
}
