package io.flowgauge.control;

import java.util.Locale;
import java.util.Optional;

/**
 * Says which activities are worth examining ([Truong] §5). It is called in the control's thread,
 * for each running activity that has not been examined, when something has changed or the activity
 * becomes late.
 */
public interface Policy {
  /**
   * Returns its name, for decisions and logs.
   *
   * @return a word, unlike those of other policies
   */
  String name();

  /**
   * Decides whether an activity is worth examining.
   *
   * @param candidate the activity
   * @return why; empty if it is not
   */
  Optional<String> why(Candidate candidate);

  /**
   * Returns the fraction of the budget up to which this policy may begin to examine an activity, so
   * that something is left for what matters more.
   *
   * @return a fraction above 0 and at most 1; 1 by default
   */
  default double share() {
    return 1;
  }

  /**
   * Whether it looks for a cause, to report it as a {@link Finding}, or only for what is usual.
   *
   * @return true by default
   */
  default boolean seeksCause() {
    return true;
  }

  /**
   * Returns a policy for activities that take longer than 95 of 100 like them, according to the
   * forecast; those that are expected to keep the rest of the run waiting come first.
   *
   * @return the policy
   */
  static Policy late() {
    return new Rule(
        "late",
        1,
        true,
        candidate ->
            candidate.isLate()
                ? Optional.of(
                    "it has been running for "
                        + text(candidate.seconds())
                        + " s, and 95 of 100 like it take "
                        + text(candidate.usualSeconds().orElseThrow())
                        + " s at most"
                        + (candidate.isCritical() ? "; the rest of the run waits for it" : ""))
                : Optional.empty());
  }

  /** Writes three significant digits, or all digits of longer times: none has an exponent. */
  private static String text(double seconds) {
    return String.format(Locale.ROOT, seconds < 99.95 ? "%.3g" : "%.0f", seconds);
  }

  /**
   * Returns a policy for some activities of each type, to learn what the type usually does; it uses
   * at most half of the budget.
   *
   * @param each how many of each type, 1 or more
   * @return the policy
   * @throws IllegalArgumentException if the number is below 1
   */
  static Policy sample(int each) {
    if (each < 1) {
      throw new IllegalArgumentException(
          "the number of activities of each type must be 1 or more, but is " + each);
    }
    return new Rule(
        "sample",
        0.5,
        false,
        candidate ->
            candidate.examined() < each && !candidate.isLate()
                ? Optional.of(
                    "sample "
                        + (candidate.examined() + 1)
                        + " of "
                        + each
                        + " of type "
                        + candidate.type())
                : Optional.empty());
  }

  /**
   * Returns a policy for activities of the type with most of the dominant overhead, if that arises
   * within activities: external load, communication, synchronization, other parallel losses, or
   * unidentified; it uses at most half of the budget.
   *
   * @param severity the smallest fraction of the makespan that the class must have, above 0 and
   *     below 1
   * @return the policy
   * @throws IllegalArgumentException if the fraction is not between 0 and 1
   */
  static Policy dominantOverhead(double severity) {
    if (!(severity > 0 && severity < 1)) {
      throw new IllegalArgumentException("severity must be between 0 and 1, but is " + severity);
    }
    return new DominantOverhead(severity);
  }
}
