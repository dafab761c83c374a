package io.flowgauge.comparison;

import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Some activities of a workflow, chosen by their types ([Truong] §5.1): what a refinement replaces,
 * or what it puts in its place. It may be disconnected. Immutable and thread-safe.
 *
 * @param name its name; subgraphs of one name in two workflows replace each other
 * @param types types of its activities
 */
public record Subgraph(String name, Set<String> types) {
  /**
   * Copies the types.
   *
   * @param name its name
   * @param types types of its activities
   * @throws IllegalArgumentException if the name is empty, or there is no type
   */
  public Subgraph {
    Objects.requireNonNull(name, "name");
    types = Set.copyOf(types);
    if (name.isBlank() || types.isEmpty()) {
      throw new IllegalArgumentException(
          "a subgraph needs a name and types of activities, but is '" + name + "' of " + types);
    }
  }

  /**
   * From text.
   *
   * @param text {@code NAME=TYPE,TYPE}
   * @return the subgraph
   * @throws IllegalArgumentException if the text is of another form
   */
  public static Subgraph parse(String text) {
    int equals = text.indexOf('=');
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

  /** The text it is {@linkplain #parse parsed} from. */
  @Override
  public String toString() {
    return name + "=" + String.join(",", new TreeSet<>(types));
  }
}
