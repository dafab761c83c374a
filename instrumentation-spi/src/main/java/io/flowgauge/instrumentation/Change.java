package io.flowgauge.instrumentation;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A change to make in a running process ([MATE] §3). A pattern must name exactly one variable or
 * function. Numbers are {@link Long} or {@link Double}. A provider never truncates a number: it
 * refuses one that the type of the variable, argument or result cannot hold. A fraction is rounded
 * to the precision of the type. A boolean is 0 or 1. Immutable.
 */
public sealed interface Change {
  /**
   * What is changed.
   *
   * @return {@code unit:name} of a variable or function
   */
  RegionPattern target();

  /**
   * Sets a global or static variable without stopping the process. Undoing this restores the
   * previous value, unless the program has set another since.
   *
   * @param target the variable
   * @param value its new value
   */
  record SetVariable(RegionPattern target, Number value) implements Change {
    /**
     * Checks the parts.
     *
     * @param target the variable
     * @param value its new value
     * @throws IllegalArgumentException if the value is neither a whole number nor a double
     */
    public SetVariable {
      Objects.requireNonNull(target, "target");
      value = normal(value);
    }

    @Override
    public String toString() {
      return "set " + target + " = " + value;
    }
  }

  /**
   * Calls a function once, on a thread of the process at a point where that is safe.
   *
   * @param target the function
   * @param arguments the arguments of the call
   * @param undo arguments of the call that undoes this one; empty if nothing does
   */
  record CallFunction(RegionPattern target, List<Number> arguments, Optional<List<Number>> undo)
      implements Change {
    /**
     * Checks and copies the parts.
     *
     * @param target the function
     * @param arguments its arguments
     * @param undo arguments of the call that undoes it
     * @throws IllegalArgumentException if an argument is neither a whole number nor a double
     */
    public CallFunction {
      Objects.requireNonNull(target, "target");
      arguments = normal(arguments);
      undo = undo.map(Change::normal);
    }

    @Override
    public String toString() {
      return "call " + target + arguments;
    }
  }

  /**
   * Replaces an argument in all later calls of a function that meet every condition.
   *
   * @param target the function
   * @param argument which one
   * @param value what the function gets instead
   * @param conditions which calls are meant, by their arguments; none for all calls
   */
  record RewriteArgument(
      RegionPattern target, Argument argument, Number value, List<Condition> conditions)
      implements Change {
    /**
     * Checks and copies the parts.
     *
     * @param target the function
     * @param argument which one
     * @param value the value instead
     * @param conditions which calls
     * @throws IllegalArgumentException if the value is neither a whole number nor a double
     */
    public RewriteArgument {
      Objects.requireNonNull(target, "target");
      Objects.requireNonNull(argument, "argument");
      value = normal(value);
      conditions = List.copyOf(conditions);
    }

    @Override
    public String toString() {
      return "rewrite "
          + argument
          + " of "
          + target
          + " to "
          + value
          + (conditions.isEmpty() ? "" : " where " + conditions);
    }
  }

  /**
   * Replaces what later calls of a function return.
   *
   * @param target the function
   * @param value what its callers get instead
   * @param conditions which calls are meant, by their arguments; none for all calls
   */
  record RewriteResult(RegionPattern target, Number value, List<Condition> conditions)
      implements Change {
    /**
     * Checks and copies the parts.
     *
     * @param target the function
     * @param value the value instead
     * @param conditions which calls
     * @throws IllegalArgumentException if the value is neither a whole number nor a double
     */
    public RewriteResult {
      Objects.requireNonNull(target, "target");
      value = normal(value);
      conditions = List.copyOf(conditions);
    }

    @Override
    public String toString() {
      return "rewrite the result of "
          + target
          + " to "
          + value
          + (conditions.isEmpty() ? "" : " where " + conditions);
    }
  }

  /**
   * Replaces a function by another of the same signature. Calls that are under way end in the old
   * one.
   *
   * @param target the function
   * @param library a shared library, or a JAR or folder of classes, that the process can read; it
   *     stays loaded after the change is undone
   * @param function name of the function in it; for the JVM, a static method {@code
   *     package.Class.method}; if the replaced method is not static, its first parameter is the
   *     object
   */
  record ReplaceFunction(RegionPattern target, Path library, String function) implements Change {
    /**
     * Checks the parts.
     *
     * @param target the function
     * @param library where the other is
     * @param function its name
     * @throws IllegalArgumentException if the name is empty
     */
    public ReplaceFunction {
      Objects.requireNonNull(target, "target");
      Objects.requireNonNull(library, "library");
      if (function.isEmpty()) {
        throw new IllegalArgumentException("the name of the function to use is empty");
      }
    }

    @Override
    public String toString() {
      return "replace " + target + " by " + function + " of " + library;
    }
  }

  /**
   * An argument of a call, or what it points to.
   *
   * @param index counted from 0; for a Java method, without the object
   * @param pointedBytes size in bytes of the number that it points to, 1, 2, 4 or 8; 0 for the
   *     argument itself
   */
  record Argument(int index, int pointedBytes) {
    private static final List<Integer> SIZES = List.of(0, 1, 2, 4, 8);

    /**
     * Checks the parts.
     *
     * @param index from 0
     * @param pointedBytes size of the number it points to, or 0
     * @throws IllegalArgumentException if the index is negative or the size differs
     */
    public Argument {
      if (index < 0 || !SIZES.contains(pointedBytes)) {
        throw new IllegalArgumentException(
            "an argument must have an index from 0 and point to 0, 1, 2, 4 or 8 bytes, but has "
                + index
                + " and "
                + pointedBytes);
      }
    }

    /**
     * The argument itself.
     *
     * @param index from 0
     * @return the argument
     * @throws IllegalArgumentException if the index is negative
     */
    public static Argument at(int index) {
      return new Argument(index, 0);
    }

    /**
     * The number that an argument points to.
     *
     * @param index from 0
     * @param bytes its size, 1, 2, 4 or 8
     * @return what it points to
     * @throws IllegalArgumentException if the index is negative or the size differs
     */
    public static Argument pointedToBy(int index, int bytes) {
      return new Argument(index, bytes);
    }

    @Override
    public String toString() {
      return "argument "
          + index
          + (pointedBytes == 0 ? "" : " (" + pointedBytes + " bytes it points to)");
    }
  }

  /**
   * Selects only calls in which an argument has this value on entry.
   *
   * @param argument the argument
   * @param value its value
   */
  record Condition(Argument argument, long value) {
    /**
     * Checks the parts.
     *
     * @param argument the argument
     * @param value its value
     */
    public Condition {
      Objects.requireNonNull(argument, "argument");
    }

    @Override
    public String toString() {
      return argument + " is " + value;
    }
  }

  /**
   * Sets a variable.
   *
   * @param variable a pattern such as {@code libopen-pal.so*:opal_progress_yield_when_idle}
   * @param value its new value
   * @return the change
   * @throws IllegalArgumentException if the pattern is malformed, or the value is neither a whole
   *     number nor a double
   */
  static Change set(String variable, Number value) {
    return new SetVariable(RegionPattern.parse(variable), value);
  }

  /**
   * Calls a function with one argument; to undo this, calls it with another.
   *
   * @param function a pattern such as {@code libgomp.so*:omp_set_num_threads}
   * @param argument its argument
   * @param undo its argument in the call that undoes this one
   * @return the change
   * @throws IllegalArgumentException if the pattern is malformed, or an argument is neither a whole
   *     number nor a double
   */
  static Change call(String function, Number argument, Number undo) {
    return new CallFunction(
        RegionPattern.parse(function), List.of(argument), Optional.of(List.of(undo)));
  }

  private static List<Number> normal(List<? extends Number> values) {
    return values.stream().map(Change::normal).toList();
  }

  private static Number normal(Number value) {
    if (value instanceof Double || value instanceof Float) {
      return value.doubleValue();
    }
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return value.longValue();
    }
    throw new IllegalArgumentException(
        "a value must be a whole number or a double, but is " + value);
  }
}
