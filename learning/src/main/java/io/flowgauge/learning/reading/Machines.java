package io.flowgauge.learning.reading;

import io.flowgauge.model.core.WorkAttributes;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.workflow.Activity;
import java.util.Optional;

/**
 * Names the machine that an activity runs on: its queue, else its host, else its processor.
 * Stateless.
 */
final class Machines {
  private static final String QUEUE = "queue";

  /** Prefix of processors that stand for a limit of Nextflow, used if nothing names the host. */
  private static final String LIMIT = "maxForks of ";

  private Machines() {}

  static Optional<String> of(Activity activity) {
    return WorkIdentity.text(QUEUE, activity);
  }

  /** Returns the machine of the last attempt. */
  static Optional<String> of(ActivityExecution execution) {
    return of(execution, execution.processor());
  }

  static Optional<String> of(ActivityExecution execution, Optional<String> processor) {
    return of(execution.activity())
        .or(() -> WorkIdentity.text(WorkAttributes.HOST, execution.activity()))
        .or(() -> processor)
        .filter(name -> !name.isBlank() && !name.startsWith(LIMIT));
  }
}
