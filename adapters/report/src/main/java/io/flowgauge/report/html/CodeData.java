package io.flowgauge.report.html;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.report.document.JsonWriter;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.CodeProfile.Call;
import io.flowgauge.run.CodeProfile.CodeRegion;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What sensors measured inside activities: code regions, ordered by own time, longest first; their
 * call graph with positions; and the history of some of them ([Truong] Fig. 11). Sums over the
 * activities of each type with several of them come first, then the activities themselves, ordered
 * by own time, longest first.
 */
final class CodeData {
  private static final int MOST_REGIONS = 6_000;
  private static final int MOST_DRAWN = 40;
  private static final int MOST_HISTORIES = 40;
  private static final double NANOS = 1e9;

  private final JsonWriter json;
  private final Workflow workflow;
  private final long startNanos;
  private final List<Profiled> activities = new ArrayList<>();

  /**
   * The profiles of an activity, or the sum over all activities of a type, whose activity index is
   * negative.
   */
  private record Profiled(int type, int activity, int count, List<CodeProfile> history) {
    CodeProfile last() {
      return history.get(history.size() - 1);
    }

    long ownNanos() {
      return last().regions().stream().mapToLong(CodeRegion::ownNanos).sum();
    }
  }

  CodeData(JsonWriter json, RunReport report, TypeIndex types) {
    this.json = json;
    this.workflow = report.run().workflow();
    this.startNanos = report.run().startNanos().orElse(0);
    int index = 0;
    for (ActivityExecution execution : report.run().executions()) {
      if (!execution.codeProfiles().isEmpty()) {
        activities.add(new Profiled(types.of(index), index, 1, execution.codeProfiles()));
      }
      index++;
    }
    activities.sort(Comparator.comparingLong(Profiled::ownNanos).reversed());
    activities.addAll(0, sums());
  }

  private List<Profiled> sums() {
    Map<Integer, List<CodeProfile>> byType = new TreeMap<>();
    activities.forEach(
        a -> byType.computeIfAbsent(a.type(), type -> new ArrayList<>()).add(a.last()));
    List<Profiled> sums = new ArrayList<>();
    byType.forEach(
        (type, of) -> {
          if (of.size() > 1) {
            sums.add(new Profiled(type, -1, of.size(), List.of(CodeProfile.sum(of))));
          }
        });
    return sums;
  }

  void write() throws IOException {
    int room = MOST_REGIONS;
    int count = 0;
    while (count < activities.size() && (count == 0 || room > 0)) {
      room -= activities.get(count).last().regions().size();
      count++;
    }
    List<Profiled> shown = activities.subList(0, count);
    json.number("omitted", activities.size() - count);
    json.array(
        "activities",
        () -> {
          for (Profiled profiled : shown) {
            json.object(() -> activity(profiled));
          }
        });
  }

  private void activity(Profiled profiled) throws IOException {
    CodeProfile last = profiled.last();
    int[] order =
        IntStream.range(0, last.regions().size())
            .boxed()
            .sorted(
                Comparator.comparingLong((Integer k) -> last.regions().get(k).ownNanos())
                    .thenComparingLong(k -> last.regions().get(k).nanos())
                    .reversed())
            .mapToInt(Integer::intValue)
            .toArray();
    int[] place = new int[order.length];
    Arrays.setAll(place, k -> k);
    for (int k = 0; k < order.length; k++) {
      place[order[k]] = k;
    }
    json.number("type", profiled.type());
    json.number("activity", profiled.activity());
    json.number("count", profiled.count());
    if (profiled.activity() >= 0) {
      json.name("id", workflow.activity(profiled.activity()).id());
    }
    List<CodeRegion> regions = Arrays.stream(order).mapToObj(last.regions()::get).toList();
    json.array("regions", () -> regions(regions));
    List<Call> calls = last.calls().stream().map(call -> renumbered(call, place)).toList();
    json.array("calls", () -> calls(calls));
    json.object("graph", () -> graph(regions, calls));
    json.object("history", () -> history(profiled.history(), regions));
  }

  private static Call renumbered(Call call, int[] place) {
    int caller = call.caller() == CodeProfile.NO_CALLER ? call.caller() : place[call.caller()];
    return new Call(caller, place[call.callee()], call.calls(), call.nanos());
  }

  private void regions(List<CodeRegion> regions) throws IOException {
    for (CodeRegion region : regions) {
      json.object(
          () -> {
            json.name("name", region.name());
            json.name("source", region.source());
            json.number("calls", region.calls());
            json.seconds("time", region.nanos());
            json.seconds("own", region.ownNanos());
            json.seconds("open", region.openNanos());
          });
    }
  }

  /** Writes calls as rows of caller, callee, number of calls and seconds. */
  private void calls(List<Call> calls) throws IOException {
    for (Call call : calls) {
      json.array(
          () -> {
            json.element(call.caller());
            json.element(call.callee());
            json.element(call.calls());
            json.element(call.nanos() / NANOS);
          });
    }
  }

  /**
   * Writes the graph of the regions that took longest, including their calls to others; a call is
   * an edge from its caller.
   */
  private void graph(List<CodeRegion> regions, List<Call> calls) throws IOException {
    int[] drawn =
        IntStream.range(0, regions.size())
            .boxed()
            .sorted(Comparator.comparingLong((Integer k) -> longest(regions.get(k))).reversed())
            .limit(MOST_DRAWN)
            .mapToInt(Integer::intValue)
            .sorted()
            .toArray();
    List<int[]> edges = new ArrayList<>();
    for (int k = 0; k < calls.size(); k++) {
      int caller = Arrays.binarySearch(drawn, calls.get(k).caller());
      int callee = Arrays.binarySearch(drawn, calls.get(k).callee());
      if (caller >= 0 && callee >= 0 && caller != callee) {
        edges.add(new int[] {caller, callee, k});
      }
    }
    json.array("drawn", () -> elements(drawn));
    GraphData.laidOut(json, drawn.length, edges);
  }

  private static long longest(CodeRegion region) {
    return Math.max(region.nanos(), region.openNanos());
  }

  private void elements(int[] numbers) throws IOException {
    for (int number : numbers) {
      json.element(number);
    }
  }

  /**
   * Writes the times of the profiles, and for each of the first regions its calls and seconds at
   * these times.
   */
  private void history(List<CodeProfile> profiles, List<CodeRegion> regions) throws IOException {
    List<Map<String, CodeRegion>> known = new ArrayList<>();
    for (CodeProfile profile : profiles.size() > 1 ? profiles : List.<CodeProfile>of()) {
      Map<String, CodeRegion> byName = new HashMap<>();
      profile.regions().forEach(region -> byName.put(region.name(), region));
      known.add(byName);
    }
    json.array(
        "at",
        () -> {
          for (CodeProfile profile : profiles) {
            json.element((profile.epochNanos() - startNanos) / NANOS);
          }
        });
    json.array(
        "regions",
        () -> {
          for (CodeRegion region : regions.subList(0, Math.min(MOST_HISTORIES, regions.size()))) {
            json.array(() -> history(region, known));
          }
        });
  }

  private void history(CodeRegion region, List<Map<String, CodeRegion>> known) throws IOException {
    for (Map<String, CodeRegion> moment : known) {
      CodeRegion then = moment.get(region.name());
      json.element(then == null ? 0 : then.calls());
      json.element(then == null ? 0 : then.nanos() / NANOS);
    }
  }
}
