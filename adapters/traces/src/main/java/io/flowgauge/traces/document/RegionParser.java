package io.flowgauge.traces.document;

import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.JsonPath;
import io.flowgauge.traces.json.UnusedKeys;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads the region tree. It recurses; the cursor bounds the depth of a document. Not thread-safe.
 */
final class RegionParser {
  private static final String KINDS =
      Arrays.stream(RegionKind.values())
          .filter(kind -> kind != RegionKind.ACTIVITY)
          .map(RegionKind::label)
          .collect(Collectors.joining(", "));

  private static final String REGION = "the id of an activity, or an object with one of " + KINDS;

  private final JsonCursor json;
  private final References references;
  private final UnusedKeys unknown;

  RegionParser(JsonCursor json, References references, UnusedKeys unknown) {
    this.json = json;
    this.references = references;
    this.unknown = unknown;
  }

  Region parse() throws IOException {
    if (json.isText()) {
      return Region.activity(references.readLeaf());
    }
    if (!json.isObject()) {
      throw json.error(json.found(), REGION);
    }
    Draft draft = new Draft();
    json.object(key -> read(key, draft));
    return region(draft);
  }

  private void read(String key, Draft draft) throws IOException {
    Optional<RegionKind> kind = kind(key);
    if (kind.isPresent()) {
      requireFirst(draft);
      draft.kind = kind.get();
      json.array("an array of regions", index -> draft.members.add(parse()));
    } else if (key.equals(Keys.NAME)) {
      draft.name = json.text();
    } else if (key.equals(Keys.LINKS)) {
      draft.linksPath = json.path();
      json.array(index -> draft.links.add(link()));
    } else {
      unknown.skip(json, key);
    }
  }

  private static Optional<RegionKind> kind(String label) {
    return Arrays.stream(RegionKind.values())
        .filter(kind -> kind != RegionKind.ACTIVITY && kind.label().equals(label))
        .findFirst();
  }

  private void requireFirst(Draft draft) throws IOException {
    if (draft.kind != null) {
      throw json.error(
          "a second kind in addition to " + draft.kind.label(), "exactly one of " + KINDS);
    }
  }

  private Region.Link link() throws IOException {
    int[] ends = new int[2];
    String position = "the position of a member, counted from 0";
    json.tuple(
        2,
        "[from, to], positions of members",
        index -> ends[index] = json.wholeNumber(0, position));
    return new Region.Link(ends[0], ends[1]);
  }

  private Region region(Draft draft) throws IOException {
    if (draft.kind == null) {
      throw json.error("an object with none of them", REGION);
    }
    if (draft.members.isEmpty()) {
      throw json.error(
          JsonPath.member(json.path(), draft.kind.label()), "no member", "a region or more");
    }
    if (!draft.links.isEmpty()) {
      requireLinks(draft);
    }
    return Region.of(draft.kind, draft.name, draft.members, draft.links);
  }

  private void requireLinks(Draft draft) throws IOException {
    if (draft.kind != RegionKind.IRREGULAR) {
      throw json.error(
          draft.linksPath, "links of a " + draft.kind.label(), "links only in irregular");
    }
    int members = draft.members.size();
    for (int k = 0; k < draft.links.size(); k++) {
      Region.Link link = draft.links.get(k);
      if (Math.max(link.from(), link.to()) >= members || link.from() == link.to()) {
        throw json.error(
            JsonPath.element(draft.linksPath, k),
            "[" + link.from() + ", " + link.to() + "]",
            "two different positions below " + members + ", the number of members");
      }
    }
  }

  private static final class Draft {
    private final List<Region> members = new ArrayList<>();
    private final List<Region.Link> links = new ArrayList<>();
    private RegionKind kind;
    private String name = "";
    private String linksPath = "";
  }
}
