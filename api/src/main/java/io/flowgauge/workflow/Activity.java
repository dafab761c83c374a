package io.flowgauge.workflow;

import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * A node of a workflow: {@code Activity.of("p1", "mProject")}.
 *
 * <p>Two activities made by this interface are equal if all their properties are. You can pass your
 * own implementation wherever an activity is expected. It is {@linkplain #copyOf copied}, so later
 * changes to it have no effect. Immutable and thread-safe.
 */
public interface Activity {

  /**
   * Name of the activity, unique in its workflow.
   *
   * @return a non-empty text
   */
  String id();

  /**
   * The transformation or process it runs, such as {@code mProject}.
   *
   * @return the type; the id if the input gives none
   */
  String type();

  /**
   * Whether it computes or transfers data.
   *
   * @return the kind
   */
  ActivityKind kind();

  /**
   * Iteration of the unrolled loop this activity belongs to ([Nerieri] §II-A).
   *
   * @return the iteration, counted from 1, or empty outside loops
   */
  OptionalInt iteration();

  /**
   * Further properties from its source, such as {@code cpus} or {@code exit}.
   *
   * @return an immutable map, sorted by name
   */
  Map<String, String> attributes();

  /**
   * A computational activity whose type is its id.
   *
   * @param id name, unique in its workflow
   * @return the activity
   * @throws IllegalArgumentException if the id is empty
   */
  static Activity of(String id) {
    return of(id, id, ActivityKind.COMPUTE);
  }

  /**
   * A computational activity.
   *
   * @param id name, unique in its workflow
   * @param type what it runs
   * @return the activity
   * @throws IllegalArgumentException if the id or the type is empty
   */
  static Activity of(String id, String type) {
    return of(id, type, ActivityKind.COMPUTE);
  }

  /**
   * An activity of a given kind.
   *
   * @param id name, unique in its workflow
   * @param type what it runs
   * @param kind whether it computes or transfers
   * @return the activity
   * @throws IllegalArgumentException if the id or the type is empty
   */
  static Activity of(String id, String type, ActivityKind kind) {
    return new PlainActivity(id, type, kind, OptionalInt.empty(), Map.of());
  }

  /**
   * The same activity as an immutable value of this library.
   *
   * @param activity an activity, possibly your own implementation
   * @return the activity itself if it is such a value already, else a copy
   * @throws IllegalArgumentException if its id or type is empty, or its iteration is below 1
   * @throws NullPointerException if it or one of its properties is null
   */
  static Activity copyOf(Activity activity) {
    Objects.requireNonNull(activity, "activity");
    return activity instanceof PlainActivity
        ? activity
        : new PlainActivity(
            activity.id(),
            activity.type(),
            activity.kind(),
            activity.iteration(),
            activity.attributes());
  }

  /**
   * A copy in a given iteration of a loop.
   *
   * @param iteration counted from 1
   * @return the copy
   * @throws IllegalArgumentException if the iteration is below 1
   */
  default Activity withIteration(int iteration) {
    return new PlainActivity(id(), type(), kind(), OptionalInt.of(iteration), attributes());
  }

  /**
   * A copy with an attribute added or changed.
   *
   * @param name name of the attribute
   * @param value its value
   * @return the copy
   */
  default Activity withAttribute(String name, String value) {
    Map<String, String> all = new TreeMap<>(attributes());
    all.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
    return new PlainActivity(id(), type(), kind(), iteration(), all);
  }

  /**
   * A copy with the given attributes in place of its own.
   *
   * @param attributes names and values
   * @return the copy
   */
  default Activity withAttributes(Map<String, String> attributes) {
    return new PlainActivity(id(), type(), kind(), iteration(), attributes);
  }
}
