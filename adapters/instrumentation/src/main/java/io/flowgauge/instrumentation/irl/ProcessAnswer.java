package io.flowgauge.instrumentation.irl;

import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.TargetProcess;
import java.util.List;
import java.util.Objects;

/**
 * The outcome of a document in one process. Immutable and thread-safe.
 *
 * @param process the process; its name is empty if it was given by pid and could not be attached to
 * @param answers one for each request, in their order
 */
public record ProcessAnswer(TargetProcess process, List<RequestAnswer> answers) {
  /**
   * Checks and copies the parts.
   *
   * @param process the process
   * @param answers the answers
   */
  public ProcessAnswer {
    Objects.requireNonNull(process, "process");
    answers = List.copyOf(answers);
  }

  /**
   * Returns why requests were refused.
   *
   * @return refusals of whole requests; those of single regions are in the reports
   */
  public List<Refusal> refusals() {
    return answers.stream()
        .filter(RequestAnswer.Refused.class::isInstance)
        .map(answer -> ((RequestAnswer.Refused) answer).refusal())
        .toList();
  }

  @Override
  public String toString() {
    return "ProcessAnswer["
        + process.pid()
        + " "
        + process.name()
        + ", "
        + answers.size()
        + " answers, "
        + refusals().size()
        + " refused]";
  }
}
