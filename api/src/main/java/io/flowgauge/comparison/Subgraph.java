package io.flowgauge.comparison;

import io.flowgauge.internal.NoNulls;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Activities of a workflow, selected by type ([Truong] §5.1): the part that a refinement replaces,
 * or the replacement. It may be disconnected. Immutable and thread-safe.
 *
 * @param name its name; a subgraph replaces the one of the same name in another workflow
 * @param types types of its activities
 */
public record Subgraph(String name, Set<String> types) {
  /**
   * Copies the types.
   *
   * @param name its name
   * @param types types of its activities
   * @throws IllegalArgumentException if the name is blank, or there are no types
   */
  public Subgraph {
    Objects.requireNonNull(name, "name");
    types = Set.copyOf(NoNulls.copy(types, "types"));
    if (name.isBlank() || types.isEmpty()) {
      throw new IllegalArgumentException(
          "a subgraph needs a name and activity types, but is '" + name + "' of " + types);
    }
  }

  /**
   * Parses a subgraph.
   *
   * @param text {@code NAME=TYPE,TYPE}
   * @return the subgraph
   * @throws IllegalArgumentException if the text has another form
   */
  public static Subgraph parse(String text) {
    int equals = Objects.requireNonNull(text, "text").indexOf('=');
    if (equals < 1 || equals == text.length() - 1) {
      throw new IllegalArgumentException(
          "a subgraph must be NAME=TYPE,TYPE, but is '" + text + "'");
    }
    Collection<String> types = new TreeSet<>();
    for (String type : text.substring(equals + 1).split(",", -1)) {
      if (!type.isBlank()) {
        types.add(type.strip());
      }
    }
    return new Subgraph(text.substring(0, equals).strip(), Set.copyOf(types));
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    return name + "=" + String.join(",", new TreeSet<>(types));
  }
}
