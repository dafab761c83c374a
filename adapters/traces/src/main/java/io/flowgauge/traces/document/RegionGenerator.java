package io.flowgauge.traces.document;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.traces.json.JsonOutput;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** Writes a region tree. Stateless. */
final class RegionGenerator {
  /**
   * Half of the JSON nesting limit, because each region takes an object and an array, less room for
   * the document itself and the arrays of a link.
   */
  static final int MAX_DEPTH = JsonOutput.maxDepth() / 2 - 2;

  private RegionGenerator() {}

  /** Returns the depth of a tree, computed without recursion. */
  static int depth(Region root) {
    Deque<Iterator<Region>> path = new ArrayDeque<>();
    path.push(root.members().iterator());
    int depth = 1;
    while (!path.isEmpty()) {
      if (path.peek().hasNext()) {
        path.push(path.peek().next().members().iterator());
        depth = Math.max(depth, path.size());
      } else {
        path.pop();
      }
    }
    return depth;
  }

  /** Writes a tree of no more than the allowed depth. */
  static void write(JsonGenerator json, Region region) throws IOException {
    if (region.kind() == RegionKind.ACTIVITY) {
      json.writeString(region.activity().orElseThrow());
      return;
    }
    json.writeStartObject();
    if (!region.name().equals(defaultName(region))) {
      json.writeStringField(Keys.NAME, region.name());
    }
    json.writeArrayFieldStart(region.kind().label());
    for (Region member : region.members()) {
      write(json, member);
    }
    json.writeEndArray();
    if (region.kind() == RegionKind.IRREGULAR) {
      writeLinks(json, region);
    }
    json.writeEndObject();
  }

  private static void writeLinks(JsonGenerator json, Region region) throws IOException {
    json.writeArrayFieldStart(Keys.LINKS);
    for (Region.Link link : region.links()) {
      json.writeArray(new int[] {link.from(), link.to()}, 0, 2);
    }
    json.writeEndArray();
  }

  /** Returns the name of a region that was given none. */
  private static String defaultName(Region region) {
    return Region.of(region.kind(), "", region.members(), region.links()).name();
  }
}
