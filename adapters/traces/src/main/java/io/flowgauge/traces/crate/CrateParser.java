package io.flowgauge.traces.crate;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.traces.json.JsonCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the entities of a crate, which is flat. Not thread-safe. */
final class CrateParser {
  private static final String ID = "@id";

  private final JsonCursor json;
  private final Remarks remarks;
  private final Map<String, Entity> entities;

  CrateParser(JsonCursor json, Remarks remarks, Map<String, Entity> entities) {
    this.json = json;
    this.remarks = remarks;
    this.entities = entities;
  }

  void parse() throws IOException {
    json.object(
        key -> {
          if (key.equals("@graph")) {
            json.array(index -> parseEntity());
          } else {
            json.skip();
          }
        });
  }

  private void parseEntity() throws IOException {
    String[] id = {""};
    Map<String, List<String>> properties = new HashMap<>();
    json.object(
        key -> {
          if (key.equals(ID)) {
            id[0] = json.text();
          } else {
            properties.put(key, values(new ArrayList<>(1)));
          }
        });
    if (id[0].isEmpty()) {
      remarks.warn("entities without @id, left out", json.path());
    } else if (entities.putIfAbsent(id[0], new Entity(id[0], properties)) != null) {
      remarks.warn("entities with the same @id as an earlier one, left out", id[0]);
    }
  }

  /** Adds the identifiers of references and the texts of values. */
  private List<String> values(List<String> into) throws IOException {
    if (json.isObject()) {
      json.object(
          key -> {
            if (key.equals(ID) || key.equals("@value")) {
              into.add(json.scalar("an identifier or a value"));
            } else {
              json.skip();
            }
          });
    } else if (json.isArray()) {
      json.array(index -> values(into));
    } else if (json.isNull()) {
      json.skip();
    } else {
      into.add(json.scalar("a value"));
    }
    return into;
  }
}
