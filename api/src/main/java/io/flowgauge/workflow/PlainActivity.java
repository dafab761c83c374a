package io.flowgauge.workflow;

import io.flowgauge.internal.AttributeMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * The library's implementation of {@link Activity}. It is a record behind an interface, so that it
 * can gain components.
 */
record PlainActivity(
    String id,
    String type,
    ActivityKind kind,
    OptionalInt iteration,
    Map<String, String> attributes)
    implements Activity {

  PlainActivity {
    requireText(id, "id");
    requireText(type, "type");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(iteration, "iteration");
    if (iteration.isPresent() && iteration.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "iteration counts from 1, but is " + iteration.getAsInt() + " for activity " + id);
    }
    // Most activities of a large workflow have no attributes; the shared empty map costs nothing.
    attributes = AttributeMap.copyOf(attributes);
  }

  private static void requireText(String text, String name) {
    if (Objects.requireNonNull(text, name).isEmpty()) {
      throw new IllegalArgumentException("the " + name + " of an activity must not be empty");
    }
  }

  @Override
  public String toString() {
    return "Activity[" + id + ", " + type + (kind == ActivityKind.TRANSFER ? ", transfer]" : "]");
  }
}
