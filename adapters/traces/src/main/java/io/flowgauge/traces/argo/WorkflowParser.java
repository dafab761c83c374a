package io.flowgauge.traces.argo;

import io.flowgauge.traces.json.JsonCursor;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Parses what concerns a run in a workflow object. Not thread-safe. */
final class WorkflowParser {
  private static final String TIME = "a time such as 2026-11-20T10:00:00Z";

  final Map<String, ArgoNode> nodes = new LinkedHashMap<>();
  String name = "";
  boolean hasPackedNodes;
  OptionalLong started = OptionalLong.empty();
  OptionalLong finished = OptionalLong.empty();
  private final JsonCursor json;

  WorkflowParser(JsonCursor json) {
    this.json = json;
  }

  WorkflowParser parse() throws IOException {
    json.object(
        key -> {
          switch (key) {
            case "metadata" -> json.object(this::metadata);
            case "status" -> json.object(this::status);
            default -> json.skip();
          }
        });
    return this;
  }

  private void metadata(String key) throws IOException {
    if (key.equals("name")) {
      name = text();
    } else {
      json.skip();
    }
  }

  private void status(String key) throws IOException {
    switch (key) {
      case "startedAt" -> started = json.moment(TIME);
      case "finishedAt" -> finished = json.moment(TIME);
      case "compressedNodes" -> hasPackedNodes = !text().isEmpty();
      case "nodes" -> nodes();
      default -> json.skip();
    }
  }

  private void nodes() throws IOException {
    if (json.isNull()) {
      return;
    }
    json.object(
        id -> {
          ArgoNode node = new ArgoNode();
          node.id = id;
          json.object(key -> read(key, node));
          nodes.put(id, node);
        });
  }

  private void read(String key, ArgoNode node) throws IOException {
    switch (key) {
      case "name" -> node.name = text();
      case "displayName" -> node.displayName = text();
      case "type" -> node.type = text();
      case "phase" -> node.phase = text();
      case "templateName" -> node.template = text();
      case "hostNodeName" -> node.host = text();
      case "startedAt" -> node.started = json.moment(TIME);
      case "finishedAt" -> node.finished = json.moment(TIME);
      case "children" -> children(node);
      case "templateRef" -> json.object(part -> reference(part, node));
      case "message" -> node.attributes.put("message", text());
      default -> json.skip();
    }
  }

  private void children(ArgoNode node) throws IOException {
    if (!json.isNull()) {
      json.array("an array of nodes", index -> node.children.add(text()));
    }
  }

  /** Reads a reference to a template of another workflow template. */
  private void reference(String key, ArgoNode node) throws IOException {
    if (key.equals("template")) {
      node.template = text();
    } else {
      json.skip();
    }
  }

  private String text() throws IOException {
    return json.scalar("a text");
  }
}
