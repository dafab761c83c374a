package io.flowgauge.traces.document;

import static io.flowgauge.traces.json.JsonPath.ROOT;
import static io.flowgauge.traces.json.JsonPath.element;
import static io.flowgauge.traces.json.JsonPath.member;

import io.flowgauge.model.graph.AcyclicEdges;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.json.JsonCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Names used in a document and the things they must name. A document may use a name before it
 * declares it, so that all are checked at its end. Not thread-safe.
 */
final class References {
  private static final String PAIR = "[id of the earlier activity, id of the later one]";

  private final JsonCursor json;
  private final Set<String> activities = new HashSet<>();
  private final Set<String> processors = new HashSet<>();
  private final Map<String, String> usedProcessors = new HashMap<>();
  private final Map<String, String> regionLeaves = new HashMap<>();
  private final List<String> from = new ArrayList<>();
  private final List<String> to = new ArrayList<>();

  References(JsonCursor json) {
    this.json = json;
  }

  void activity(String id) {
    activities.add(id);
  }

  int activityCount() {
    return activities.size();
  }

  void processor(String name) {
    processors.add(name);
  }

  /** Reads the name of a processor. */
  String readProcessor() throws IOException {
    String name = json.name("the name of a processor");
    usedProcessors.putIfAbsent(name, json.path());
    return name;
  }

  /** Reads the id of an activity in the region tree, where every activity stands once. */
  String readLeaf() throws IOException {
    String id = json.name("the id of an activity");
    String earlier = regionLeaves.putIfAbsent(id, json.path());
    if (earlier != null) {
      throw json.error("activity " + id + " a second time", "it only at " + earlier);
    }
    return id;
  }

  /** Reads one dependency. */
  void readDependency() throws IOException {
    String[] pair = new String[2];
    json.tuple(2, PAIR, index -> pair[index] = json.name("the id of an activity"));
    if (pair[0].equals(pair[1])) {
      throw json.error(
          "the cycle " + pair[0] + " -> " + pair[0], "a dependency on another activity");
    }
    from.add(pair[0]);
    to.add(pair[1]);
  }

  /** Checks every name, and declares the dependencies. */
  void finish(RunRecorder into) throws TraceFormatException {
    for (Map.Entry<String, String> use : usedProcessors.entrySet()) {
      require(processors, use.getKey(), use.getValue(), Keys.PROCESSORS);
    }
    String dependencies = member(ROOT, Keys.DEPENDENCIES);
    for (int k = 0; k < from.size(); k++) {
      String path = element(dependencies, k);
      requireActivity(from.get(k), path, 0);
      requireActivity(to.get(k), path, 1);
      into.dependency(from.get(k), to.get(k));
    }
    requireAcyclic();
  }

  private void requireAcyclic() throws TraceFormatException {
    List<String> ids = List.copyOf(activities);
    Map<String, Integer> numbers = new HashMap<>();
    ids.forEach(id -> numbers.put(id, numbers.size()));
    int[] earlier = from.stream().mapToInt(numbers::get).toArray();
    int[] later = to.stream().mapToInt(numbers::get).toArray();
    AcyclicEdges edges = AcyclicEdges.of(ids.size(), earlier, later, earlier.length);
    if (edges.firstRefused() >= 0) {
      throw json.error(
          element(member(ROOT, Keys.DEPENDENCIES), edges.firstRefused()),
          "the cycle " + edges.firstCycle().describe(ids::get),
          "dependencies without a cycle");
    }
  }

  private void requireActivity(String id, String pair, int index) throws TraceFormatException {
    // The path is text only where it is needed: documents have millions of dependencies.
    if (!activities.contains(id)) {
      require(activities, id, element(pair, index), Keys.ACTIVITIES);
    }
  }

  /** Checks that the region tree holds every activity. */
  void requireLeaves() throws TraceFormatException {
    for (Map.Entry<String, String> leaf : regionLeaves.entrySet()) {
      require(activities, leaf.getKey(), leaf.getValue(), Keys.ACTIVITIES);
    }
    for (String id : activities) {
      if (!regionLeaves.containsKey(id)) {
        throw json.error(
            member(ROOT, Keys.REGIONS),
            regionLeaves.size() + " activities without " + id,
            "each of the " + activities.size() + " activities once");
      }
    }
  }

  private void require(Set<String> declared, String name, String path, String where)
      throws TraceFormatException {
    if (!declared.contains(name)) {
      throw json.error(
          path, "unknown reference \"" + name + "\"", "a key of " + member(ROOT, where));
    }
  }
}
