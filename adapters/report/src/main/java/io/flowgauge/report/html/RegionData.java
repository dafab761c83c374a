package io.flowgauge.report.html;

import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.report.document.JsonWriter;
import io.flowgauge.report.wording.Meaning;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The region tree, each region before its members; for a large tree, only the regions with the most
 * activities. Activities are left out; a region states how many members it has.
 */
final class RegionData {
  private static final int MOST = 400;

  private final JsonWriter json;
  private final RunReport report;
  private int written;

  /** A composed region with its place in the tree. */
  private record Placed(Region region, Placed parent, int position, List<Placed> kept) {
    /** Returns its number, in the style of a section in a book. */
    String section() {
      String above = parent == null ? "" : parent.section();
      return parent == null ? "" : above + (above.isEmpty() ? "" : ".") + position;
    }
  }

  RegionData(JsonWriter json, RunReport report) {
    this.json = json;
    this.report = report;
  }

  void write() throws IOException {
    Region root = report.overheads().total().region();
    Placed tree = new Placed(root, null, 0, new ArrayList<>());
    int omitted = root.kind() == RegionKind.ACTIVITY ? 0 : selectLargest(tree);
    json.number("omitted", omitted);
    json.array("regions", () -> region(tree, -1));
  }

  /**
   * Selects regions by repeatedly taking the largest remaining one, whose parent is larger and has
   * therefore been taken; returns the number left out.
   */
  private static int selectLargest(Placed root) {
    var open =
        new PriorityQueue<Placed>(
            Comparator.comparingInt((Placed p) -> p.region().activityCount()).reversed());
    open.addAll(composed(root));
    for (int count = 1; count < MOST && !open.isEmpty(); count++) {
      Placed next = open.remove();
      next.parent().kept().add(next);
      open.addAll(composed(next));
    }
    return open.size();
  }

  private static List<Placed> composed(Placed placed) {
    List<Placed> composed = new ArrayList<>();
    int position = 0;
    for (Region member : placed.region().members()) {
      position++;
      if (member.kind() != RegionKind.ACTIVITY) {
        composed.add(new Placed(member, placed, position, new ArrayList<>()));
      }
    }
    return composed;
  }

  private void region(Placed placed, int parent) throws IOException {
    int number = written++;
    json.object(() -> fields(placed, parent));
    placed.kept().sort(Comparator.comparingInt(Placed::position));
    for (Placed member : placed.kept()) {
      region(member, number);
    }
  }

  private void fields(Placed placed, int parent) throws IOException {
    Region region = placed.region();
    RegionOverheads overheads = report.overheads().of(region);
    json.number("parent", parent);
    json.text("section", placed.section());
    json.name("name", region.name());
    json.text("kind", region.kind().label());
    json.number("activities", region.activityCount());
    json.number("members", region.members().size());
    json.measured("time", overheads.time());
    json.measured("ideal", overheads.ideal());
    json.measured("lost", overheads.overhead(OverheadClass.TOTAL));
    var most =
        overheads.classes().entrySet().stream()
            .filter(overhead -> overhead.getValue() > 0)
            .max(Map.Entry.comparingByValue());
    if (most.isPresent()) {
      json.text("most", Meaning.name(most.get().getKey()));
      json.number("mostSeconds", most.get().getValue());
    }
  }
}
