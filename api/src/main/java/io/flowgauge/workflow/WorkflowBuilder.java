package io.flowgauge.workflow;

/**
 * Builds a workflow: {@code Flowgauge.workflow("movie").then("plan").then("f1", "f2",
 * "f3").then("merge").build()}. Not thread-safe.
 */
public interface WorkflowBuilder {

  /**
   * Declares an activity.
   *
   * @param activity the activity
   * @return this
   * @throws IllegalArgumentException if an activity of that id was declared before
   */
  WorkflowBuilder activity(Activity activity);

  /**
   * Declares computational activities whose type is their id; ids already declared are left
   * unchanged.
   *
   * @param ids ids of the activities
   * @return this
   */
  WorkflowBuilder activities(String... ids);

  /**
   * Declares a dependency, and its activities if they are not declared yet.
   *
   * @param from id of the earlier activity
   * @param to id of the later activity
   * @return this
   */
  WorkflowBuilder dependency(String from, String to);

  /**
   * Declares a chain of dependencies: each activity depends on the one before it.
   *
   * @param ids ids of the activities
   * @return this
   */
  default WorkflowBuilder chain(String... ids) {
    activities(ids);
    for (int k = 1; k < ids.length; k++) {
      dependency(ids[k - 1], ids[k]);
    }
    return this;
  }

  /**
   * Adds a layer of activities, each of which depends on all activities of the previous layer, if
   * any.
   *
   * @param ids ids of the activities of the layer
   * @return this
   * @throws IllegalArgumentException if the layer is empty
   */
  WorkflowBuilder then(String... ids);

  /**
   * Declares the region tree, which is otherwise derived from the dependencies.
   *
   * @param root a region that contains every activity exactly once
   * @return this
   */
  WorkflowBuilder regions(Region root);

  /**
   * Builds the workflow.
   *
   * @return an immutable workflow
   * @throws CyclicWorkflowException if the dependencies have a cycle; the message prints it
   * @throws IllegalArgumentException if the declared regions do not contain every activity exactly
   *     once
   */
  Workflow build();
}
