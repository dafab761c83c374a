package io.flowgauge.report.html;

import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.report.document.JsonWriter;
import io.flowgauge.run.ActivityState;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Processing times and load imbalances ([Truong] Eq. 3) of parallel activities. */
final class DeviationData {
  /**
   * More than a chart has columns; of more members, a selection is shown, evenly spaced by rank.
   */
  private static final int MOST_MEMBERS = 1_000;

  private final JsonWriter json;
  private final RunReport report;
  private final Workflow workflow;

  /** An activity with its load imbalance in seconds. */
  private record Member(int activity, double imbalance) {}

  DeviationData(JsonWriter json, RunReport report) {
    this.json = json;
    this.report = report;
    this.workflow = report.run().workflow();
  }

  /**
   * Writes the number of known times, then rows of processing time and load imbalance, slowest
   * first, and finally the names of the activities.
   */
  void write(List<Integer> activities) throws IOException {
    List<Member> known = known(activities);
    json.number("known", known.size());
    List<Member> shown = Ranks.of(known, MOST_MEMBERS);
    json.array(
        "deviations",
        () -> {
          for (Member member : shown) {
            row(member);
          }
        });
    json.texts(
        "names",
        shown.stream().map(m -> JsonWriter.shown(workflow.activity(m.activity()).id())).toList());
  }

  private List<Member> known(List<Integer> activities) {
    List<String> ids = activities.stream().map(a -> workflow.activity(a).id()).toList();
    Map<String, Measured> imbalance = report.metrics().loadImbalance(ActivityState.PROCESSING, ids);
    List<Member> known = new ArrayList<>();
    for (int k = 0; k < ids.size(); k++) {
      Measured own = imbalance.get(ids.get(k));
      if (own.isMeasured()) {
        known.add(new Member(activities.get(k), own.value()));
      }
    }
    known.sort(Comparator.comparingDouble(Member::imbalance).reversed());
    return known;
  }

  private void row(Member member) throws IOException {
    json.element(report.metrics().timeIn(member.activity(), ActivityState.PROCESSING).value());
    json.element(member.imbalance());
  }
}
