package io.flowgauge.learning.reading;

import io.flowgauge.learning.service.InputSize;
import io.flowgauge.model.core.WorkAttributes;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Workflow;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * What activities read: as their attributes say; else, where nothing says how many bytes, what
 * their predecessors wrote. Immutable and thread-safe.
 */
final class Inputs {
  /** Bytes that an activity wrote, by the name of Nextflow and of WfFormat. */
  private static final List<String> WRITTEN = List.of("wchar", "writtenBytes");

  private final Workflow workflow;
  private final IntPredicate isDone;

  /**
   * The inputs in a workflow.
   *
   * @param isDone whether an activity, by its index, has written all it will
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

  /** What the predecessors wrote, of those where it is known; NaN if it is known of none. */
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
