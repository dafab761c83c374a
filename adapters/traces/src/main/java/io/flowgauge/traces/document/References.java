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
 * Names used in a document, checked against what it declares. A document may use a name before it
 * declares it, so all names are checked at its end. Not thread-safe.
 */
final class References {
  private static final String PAIR = "[id of the earlier activity, id of the later one]";

  private final JsonCursor json;

  /** Number of each activity; assigned once all are known. */
  private final Map<String, Integer> activities = new HashMap<>();

  private final Set<String> processors = new HashSet<>();
  private final Map<String, String> usedProcessors = new HashMap<>();
  private final Map<String, String> regionLeaves = new HashMap<>();
  private final List<String> from = new ArrayList<>();
  private final List<String> to = new ArrayList<>();

  References(JsonCursor json) {
    this.json = json;
  }

  void activity(String id) {
    activities.put(id, 0);
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
    // Builds the path text only for the first use: every activity names a processor.
    if (!usedProcessors.containsKey(name)) {
      usedProcessors.put(name, json.path());
    }
    return name;
  }

  /** Reads the id of an activity in the region tree, where every activity must occur only once. */
  String readLeaf() throws IOException {
    String id = json.name("the id of an activity");
    String earlier = regionLeaves.putIfAbsent(id, json.path());
    if (earlier != null) {
      throw json.error("activity " + id + " a second time", "it only once, at " + earlier);
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

  /** Checks every name, and declares the dependencies; called at the end of the document. */
  void finish(RunRecorder into) throws TraceFormatException {
    for (Map.Entry<String, String> use : usedProcessors.entrySet()) {
      require(processors, use.getKey(), use.getValue(), Keys.PROCESSORS);
    }
    declareDependencies(into);
  }

  private void declareDependencies(RunRecorder into) throws TraceFormatException {
    List<String> ids = List.copyOf(activities.keySet());
    for (int number = 0; number < ids.size(); number++) {
      activities.put(ids.get(number), number);
    }
    int[] earlier = new int[from.size()];
    int[] later = new int[from.size()];
    for (int k = 0; k < earlier.length; k++) {
      earlier[k] = number(from.get(k), k, 0);
      later[k] = number(to.get(k), k, 1);
      into.dependency(from.get(k), to.get(k));
    }
    requireAcyclic(ids, earlier, later);
  }

  private void requireAcyclic(List<String> ids, int[] earlier, int[] later)
      throws TraceFormatException {
    AcyclicEdges edges = AcyclicEdges.of(ids.size(), earlier, later, earlier.length);
    if (edges.firstRefused() >= 0) {
      throw json.error(
          element(member(ROOT, Keys.DEPENDENCIES), edges.firstRefused()),
          "the cycle " + edges.firstCycle().describe(ids::get),
          "dependencies without a cycle");
    }
  }

  /** Returns the number of the activity at one of the two ends of a dependency. */
  private int number(String id, int dependency, int end) throws TraceFormatException {
    Integer number = activities.get(id);
    if (number == null) {
      // Builds the path text only when it is needed: documents have millions of dependencies.
      String pair = element(member(ROOT, Keys.DEPENDENCIES), dependency);
      throw unknown(id, element(pair, end), Keys.ACTIVITIES);
    }
    return number;
  }

  /** Checks that the region tree holds every activity. */
  void requireLeaves() throws TraceFormatException {
    for (Map.Entry<String, String> leaf : regionLeaves.entrySet()) {
      require(activities.keySet(), leaf.getKey(), leaf.getValue(), Keys.ACTIVITIES);
    }
    for (String id : activities.keySet()) {
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
      throw unknown(name, path, where);
    }
  }

  private TraceFormatException unknown(String name, String path, String where) {
    return json.error(
        path, "unknown reference \"" + name + "\"", "a key of " + member(ROOT, where));
  }
}
