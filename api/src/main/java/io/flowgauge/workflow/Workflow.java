package io.flowgauge.workflow;

import java.util.List;
import java.util.Optional;

/**
 * A directed acyclic graph of activities ({@code G = (N, E)}, definitions, "Workflow and regions").
 *
 * <p>Activities have indices from 0 to {@code activityCount() - 1}, in the order of declaration.
 * Lists are views, which cost nothing until their elements are read. Immutable and thread-safe.
 */
public interface Workflow {

  /**
   * Name of the workflow.
   *
   * @return a text, possibly empty
   */
  String name();

  /**
   * Number of nodes.
   *
   * @return 0 or more
   */
  int activityCount();

  /**
   * Number of edges, each pair of activities counted once.
   *
   * @return 0 or more
   */
  int dependencyCount();

  /**
   * The activity at an index.
   *
   * @param index from 0 to {@code activityCount() - 1}
   * @return the activity
   * @throws IndexOutOfBoundsException if the index is out of range
   */
  Activity activity(int index);

  /**
   * Index of an activity.
   *
   * @param id id of the activity
   * @return its index, or -1 if the workflow has no such activity
   */
  int indexOf(String id);

  /**
   * The activity with an id.
   *
   * @param id id of the activity
   * @return the activity, or empty if the workflow has no such activity
   */
  default Optional<Activity> find(String id) {
    int index = indexOf(id);
    return index < 0 ? Optional.empty() : Optional.of(activity(index));
  }

  /**
   * All activities, in index order.
   *
   * @return an unmodifiable view
   */
  List<Activity> activities();

  /**
   * All dependencies, ordered by the index of the earlier, then of the later activity.
   *
   * @return an unmodifiable list
   */
  List<Dependency> dependencies();

  /**
   * Immediate predecessors, {@code pred(a)}.
   *
   * @param index index of the activity
   * @return indices of the predecessors, ascending
   * @throws IndexOutOfBoundsException if the index is out of range
   */
  List<Integer> predecessors(int index);

  /**
   * Immediate successors, {@code succ(a)}.
   *
   * @param index index of the activity
   * @return indices of the successors, ascending
   * @throws IndexOutOfBoundsException if the index is out of range
   */
  List<Integer> successors(int index);

  /**
   * Number of levels: the number of activities on the longest path.
   *
   * @return 0 for an empty workflow
   */
  int levelCount();

  /**
   * The largest number of activities on one level, where the level of an activity is its longest
   * distance from a source.
   *
   * @return 0 for an empty workflow
   */
  int width();

  /**
   * The region tree: as declared, otherwise the series-parallel decomposition of the dependencies
   * (definitions, "Workflow and regions"), computed on first use and kept.
   *
   * @return the root region
   * @throws IllegalStateException if the workflow has no activities
   */
  Region regions();
}
