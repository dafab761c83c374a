package io.flowgauge.instrumentation;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A value, or why there is none. Immutable and thread-safe if the value is.
 *
 * @param <T> the value's type
 */
public sealed interface Outcome<T> permits Outcome.Done, Outcome.Refused {
  /**
   * An outcome with a value.
   *
   * @param <T> the value's type
   * @param result the value
   */
  record Done<T>(T result) implements Outcome<T> {
    /**
     * Checks the value.
     *
     * @param result the value
     */
    public Done {
      Objects.requireNonNull(result, "result");
    }
  }

  /**
   * An outcome without a value.
   *
   * @param <T> the value's type
   * @param reason why
   */
  record Refused<T>(Refusal reason) implements Outcome<T> {
    /**
     * Checks the reason.
     *
     * @param reason why
     */
    public Refused {
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * An outcome with a value.
   *
   * @param <T> the value's type
   * @param result the value
   * @return the outcome
   */
  static <T> Outcome<T> done(T result) {
    return new Done<>(result);
  }

  /**
   * An outcome without a value.
   *
   * @param <T> the value's type
   * @param code the kind of refusal
   * @param message one sentence
   * @return the outcome
   */
  static <T> Outcome<T> refused(RefusalCode code, String message) {
    return new Refused<>(new Refusal(code, message));
  }

  /**
   * The value.
   *
   * @return the value, or empty
   */
  default Optional<T> value() {
    return this instanceof Done<T> done ? Optional.of(done.result()) : Optional.empty();
  }

  /**
   * Why there is no value.
   *
   * @return the refusal, or empty
   */
  default Optional<Refusal> refusal() {
    return this instanceof Refused<T> refused ? Optional.of(refused.reason()) : Optional.empty();
  }

  /**
   * The value, or an exception.
   *
   * @return the value
   * @throws InstrumentationException if there is none
   */
  default T orThrow() {
    if (this instanceof Refused<T> refused) {
      throw new InstrumentationException(refused.reason());
    }
    return ((Done<T>) this).result();
  }

  /**
   * Takes another step if there is a value.
   *
   * @param <R> its value's type
   * @param step the step
   * @return its outcome, or this refusal
   */
  default <R> Outcome<R> then(Function<? super T, Outcome<R>> step) {
    return this instanceof Done<T> done
        ? step.apply(done.result())
        : new Refused<>(((Refused<T>) this).reason());
  }
}
