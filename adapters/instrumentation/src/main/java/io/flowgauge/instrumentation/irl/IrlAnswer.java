package io.flowgauge.instrumentation.irl;

import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.Refusal;
import java.util.List;
import java.util.stream.Stream;

/**
 * The outcome of a document in all processes. Immutable and thread-safe.
 *
 * @param notFound why selectors matched no process
 * @param processes one for each process, in the order of the selectors
 */
public record IrlAnswer(List<Refusal> notFound, List<ProcessAnswer> processes) {
  /**
   * Copies the parts.
   *
   * @param notFound selectors without process
   * @param processes answers
   */
  public IrlAnswer {
    notFound = List.copyOf(notFound);
    processes = List.copyOf(processes);
  }

  /**
   * Joins the answers of several places to one document, as if one performer had reached all
   * processes. If a selector matched no process anywhere, this is reported once.
   *
   * @param parts answers to the same document
   * @return their processes and refusals, in the order of the parts
   */
  public static IrlAnswer joined(List<IrlAnswer> parts) {
    return new IrlAnswer(
        NotFound.merge(parts.stream().map(IrlAnswer::notFound).toList()),
        parts.stream().flatMap(part -> part.processes().stream()).toList());
  }

  /**
   * Returns everything that was refused as a whole: selectors without a process, and requests to
   * processes.
   *
   * @return refusals
   */
  public List<Refusal> refusals() {
    return Stream.concat(
            notFound.stream(), processes.stream().flatMap(one -> one.refusals().stream()))
        .toList();
  }

  /**
   * Returns all profiles requested.
   *
   * @return the profiles of all processes, in their order
   */
  public List<Profile> profiles() {
    return processes.stream()
        .flatMap(one -> one.answers().stream())
        .filter(RequestAnswer.Profiled.class::isInstance)
        .map(answer -> ((RequestAnswer.Profiled) answer).profile())
        .toList();
  }

  @Override
  public String toString() {
    return "IrlAnswer[" + processes.size() + " processes, " + refusals().size() + " refused]";
  }
}
