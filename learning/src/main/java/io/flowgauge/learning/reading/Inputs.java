package io.flowgauge.learning.reading;

import io.flowgauge.learning.service.InputSize;
import io.flowgauge.model.core.WorkAttributes;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Workflow;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Sizes of the inputs of activities, from their attributes. If these do not say how many bytes, the
 * sizes are what their predecessors wrote. Immutable and thread-safe.
 */
final class Inputs {
  /** Attributes with the bytes that an activity wrote, in Nextflow and in WfFormat. */
  private static final List<String> WRITTEN = List.of("wchar", "writtenBytes");

  private final Workflow workflow;
  private final IntPredicate isDone;

  /**
   * Prepares the inputs in a workflow.
   *
   * @param isDone whether the activity with an index has written everything
   */
  Inputs(Workflow workflow, IntPredicate isDone) {
    this.workflow = workflow;
    this.isDone = isDone;
  }

  InputSize of(int index) {
    Activity activity = workflow.activity(index);
    double files = number(WorkAttributes.INPUT_FILES, activity);
    double bytes = number(WorkAttributes.INPUT_BYTES, activity);
    double own = number(WorkAttributes.OWN_INPUT_BYTES, activity);
    if (Double.isNaN(bytes) && (Double.isNaN(own) || own == 0)) {
      double written = written(index);
      return new InputSize(written, written, files);
    }
    return new InputSize(own, bytes, files);
  }

  /**
   * Returns the bytes that the predecessors wrote, as far as known; NaN if none is known, or if a
   * predecessor is not done.
   */
  private double written(int index) {
    double sum = Double.NaN;
    for (int predecessor : workflow.predecessors(index)) {
      if (!isDone.test(predecessor)) {
        return Double.NaN;
      }
      double bytes = written(workflow.activity(predecessor));
      if (!Double.isNaN(bytes)) {
        sum = Double.isNaN(sum) ? bytes : sum + bytes;
      }
    }
    return sum;
  }

  private static double written(Activity activity) {
    return WRITTEN.stream()
        .mapToDouble(name -> number(name, activity))
        .filter(bytes -> !Double.isNaN(bytes))
        .findFirst()
        .orElse(Double.NaN);
  }

  /** A number, 0 or more; NaN if there is none. */
  private static double number(String attribute, Activity activity) {
    Optional<String> text = WorkIdentity.text(attribute, activity);
    try {
      double number = text.map(Double::parseDouble).orElse(Double.NaN);
      return number >= 0 && number < Double.POSITIVE_INFINITY ? number : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
