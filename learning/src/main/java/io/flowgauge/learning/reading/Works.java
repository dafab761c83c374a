package io.flowgauge.learning.reading;

import io.flowgauge.learning.service.InputSize;
import io.flowgauge.learning.service.Work;
import io.flowgauge.model.core.WorkAttributes;
import io.flowgauge.probabilistic.recorded.ObservedTimes;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Workflow;
import java.util.Optional;
import java.util.function.Function;

/**
 * The work of the activities of a workflow, done or still to be done. The work of an activity is
 * the same before and after it ran, except for its machine and for inputs that did not exist
 * before. Not thread-safe.
 */
public final class Works {
  private final Workflow workflow;
  private final String run;
  private final WorkIdentity identity;
  private final Inputs inputs;
  private final TypicalInputs typical;
  private final Function<Integer, Optional<String>> machine;
  private final boolean namesMachines;

  private Works(
      Workflow workflow,
      String run,
      Inputs inputs,
      TypicalInputs typical,
      Function<Integer, Optional<String>> machine) {
    this.workflow = workflow;
    this.run = run;
    this.identity = new WorkIdentity(workflow);
    this.inputs = inputs;
    this.typical = typical;
    this.machine = machine;
    namesMachines = workflow.activities().stream().anyMatch(each -> Machines.of(each).isPresent());
  }

  /**
   * The work of a workflow before anything has run.
   *
   * @param run name of the run to come
   */
  public static Works of(Workflow workflow, String run) {
    return new Works(
        workflow,
        run,
        new Inputs(workflow, index -> false),
        TypicalInputs.NONE,
        index -> Machines.of(workflow.activity(index)));
  }

  /**
   * Returns the work of a run, some or all of which may be done.
   *
   * @param name name of the run, different from those of all others
   */
  public static Works of(WorkflowRun run, String name) {
    ObservedTimes times = new ObservedTimes(run);
    return new Works(
        run.workflow(),
        name,
        new Inputs(run.workflow(), times::isOver),
        TypicalInputs.NONE,
        index -> Machines.of(run.execution(index)));
  }

  /** Whether a machine is planned for some of the activities. */
  public boolean nameMachines() {
    return namesMachines;
  }

  /** Returns the same work with unknown sizes of inputs replaced by typical ones. */
  public Works withInputs(TypicalInputs typical) {
    return new Works(workflow, run, inputs, typical, machine);
  }

  /**
   * Returns the work of an activity.
   *
   * @param index index of the activity in the workflow
   */
  public Work of(int index) {
    Activity activity = workflow.activity(index);
    InputSize size = inputs.of(index);
    return new Work(
        activity.type(),
        Optional.of(identity.of(activity)),
        WorkIdentity.text(WorkAttributes.SAMPLE, activity),
        machine.apply(index),
        run,
        typical.completing(size, activity.type()));
  }
}
