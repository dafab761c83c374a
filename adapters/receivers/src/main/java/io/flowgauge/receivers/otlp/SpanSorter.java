package io.flowgauge.receivers.otlp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Sorts the spans of a post by run. Used once. */
final class SpanSorter {
  /** The attribute for the id of a run, according to OpenTelemetry's conventions. */
  private static final String RUN_ID = "cicd.pipeline.run.id";

  private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{32}");
  private static final Pattern NONE = Pattern.compile("0*");
  private static final List<String> RESOURCES = List.of("resourceSpans", "resource_spans");
  private static final List<String> SCOPES =
      List.of("scopeSpans", "scope_spans", "instrumentationLibrarySpans");

  private final TraceFile post;
  private final Map<String, JsonNode> byRun = new LinkedHashMap<>();

  private SpanSorter(TraceFile post) {
    this.post = post;
  }

  /**
   * Returns a document for each run, by the run's id.
   *
   * @param spans a document that can be read as a run
   * @throws TraceFormatException if a span does not show which run it belongs to
   */
  static Map<String, JsonNode> sort(TraceFile post, JsonNode spans) throws TraceFormatException {
    SpanSorter sorter = new SpanSorter(post);
    for (String name : RESOURCES) {
      for (JsonNode resource : spans.path(name)) {
        sorter.sortResource(resource);
      }
    }
    return sorter.byRun;
  }

  /** Returns the number of spans in a document that {@link #sort} returned. */
  static long count(JsonNode document) {
    long spans = 0;
    for (JsonNode resource : document.path(RESOURCES.get(0))) {
      for (JsonNode scope : resource.path(SCOPES.get(0))) {
        spans += scope.path("spans").size();
      }
    }
    return spans;
  }

  private void sortResource(JsonNode resource) throws TraceFormatException {
    String stated = statedRun(resource);
    Map<String, ObjectNode> parts = new HashMap<>();
    for (String name : SCOPES) {
      for (JsonNode scope : resource.path(name)) {
        sortScope(scope, stated, resource, parts);
      }
    }
  }

  /** Returns the id of the run that a resource states; empty if it states none. */
  private static String statedRun(JsonNode resource) {
    for (JsonNode attribute : resource.path("resource").path("attributes")) {
      if (attribute.path("key").asText().equals(RUN_ID)) {
        return attribute.path("value").path("stringValue").asText();
      }
    }
    return "";
  }

  private void sortScope(
      JsonNode scope, String stated, JsonNode resource, Map<String, ObjectNode> parts)
      throws TraceFormatException {
    Map<String, ObjectNode> scopes = new HashMap<>();
    for (JsonNode span : scope.path("spans")) {
      String run = stated.isEmpty() ? trace(span) : stated;
      ObjectNode part =
          parts.computeIfAbsent(
              run, r -> addTo(documentOf(r), RESOURCES, copyWithout(resource, SCOPES)));
      scopes
          .computeIfAbsent(run, r -> addTo(part, SCOPES, copyWithout(scope, List.of("spans"))))
          .withArray("spans")
          .add(span);
    }
  }

  private ObjectNode documentOf(String run) {
    return (ObjectNode) byRun.computeIfAbsent(run, r -> JsonNodeFactory.instance.objectNode());
  }

  /**
   * Adds an element to the array that an object has under the first of some names; returns the
   * element.
   */
  private static ObjectNode addTo(ObjectNode object, List<String> names, ObjectNode element) {
    ArrayNode array = object.withArray(names.get(0));
    array.add(element);
    return element;
  }

  /** Returns a copy of an object without some members. */
  private static ObjectNode copyWithout(JsonNode object, List<String> without) {
    ObjectNode copy = ((ObjectNode) object).objectNode();
    copy.setAll((ObjectNode) object);
    return copy.remove(without);
  }

  private String trace(JsonNode span) throws TraceFormatException {
    String id = span.has("traceId") ? span.get("traceId").asText() : span.path("trace_id").asText();
    if (NONE.matcher(id).matches()) {
      throw post.error(
          "span " + span.path("name").asText(),
          "no traceId",
          "an id of 32 hexadecimal digits, not all of them 0");
    }
    return HEX.matcher(id).matches() ? id.toLowerCase(Locale.ROOT) : id;
  }
}
