package io.flowgauge.traces.crate;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An entity of a crate. Immutable.
 *
 * @param properties texts and identifiers of other entities by property, {@code @type} among them
 */
record Entity(String id, Map<String, List<String>> properties) {

  List<String> all(String property) {
    return properties.getOrDefault(property, List.of());
  }

  Optional<String> first(String property) {
    return all(property).stream().findFirst();
  }

  boolean is(String type) {
    return all("@type").contains(type);
  }

  /** Returns the name to show: its own, or else the end of its identifier. */
  String label() {
    return first("name").filter(name -> !name.isEmpty()).orElse(fragment(id));
  }

  static String fragment(String id) {
    int cut = Math.max(id.lastIndexOf('#'), id.lastIndexOf('/'));
    return cut < 0 || cut == id.length() - 1 ? id : id.substring(cut + 1);
  }
}
