package io.flowgauge.instrumentation.activity;

import io.flowgauge.instrumentation.CallEdge;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SourcePosition;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.CodeProfile.Call;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Times;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Combines the profiles of one activity's processes into one for a run: its code regions and their
 * call graph ([Truong] Fig. 11), which the page of the run shows. Regions with the same unit and
 * name count as one; only wall time is kept.
 *
 * <pre>{@code
 * List<Profile> ranks = …; // of each process of activity "solve", as long as it runs
 * recorder.codeProfile("solve", ActivityProfile.of(ranks));
 * }</pre>
 *
 * <p>Stateless.
 */
public final class ActivityProfile {
  private ActivityProfile() {}

  /**
   * Sums profiles.
   *
   * @param profiles the last profile of each process of the activity's last attempt; one or more
   * @return their sum, at the latest of their times
   * @throws IllegalArgumentException if there is no profile
   */
  public static CodeProfile of(Collection<Profile> profiles) {
    return CodeProfile.sum(profiles.stream().map(ActivityProfile::toCodeProfile).toList());
  }

  /**
   * Records the profiles of an activity so far: its phases and its code regions.
   *
   * @param profiles the last profile of each process of the activity's last attempt; one or more
   * @param recorder the recorder of the run
   * @param activity id of the activity
   * @throws IllegalArgumentException if there is no profile
   */
  public static void record(Collection<Profile> profiles, RunRecorder recorder, String activity) {
    recorder.codeProfile(activity, of(profiles));
    ActivityPhases.of(profiles).recordInto(recorder, activity);
  }

  private static CodeProfile toCodeProfile(Profile profile) {
    Map<CodeRegion, Integer> index = new HashMap<>();
    profile.regions().forEach(region -> index.put(region.region(), index.size()));
    List<Call> calls = new ArrayList<>();
    for (CallEdge edge : profile.callGraph()) {
      Integer caller = edge.caller().map(index::get).orElse(CodeProfile.NO_CALLER);
      Integer callee = index.get(edge.callee());
      if (callee != null) {
        calls.add(new Call(caller, callee, edge.calls(), nanos(edge.totalNanos())));
      }
    }
    return new CodeProfile(
        Times.epochNanos(profile.at()),
        profile.regions().stream().map(ActivityProfile::region).toList(),
        calls);
  }

  private static CodeProfile.CodeRegion region(RegionProfile profile) {
    CodeRegion region = profile.region();
    return new CodeProfile.CodeRegion(
        region.qualifiedName(),
        region.source().map(SourcePosition::toString).orElse(""),
        profile.calls(),
        nanos(profile.totalNanos()),
        nanos(profile.ownNanos()),
        nanos(profile.openCalls() > 0 ? profile.openNanos() : 0));
  }

  /** Rounds to 0 or more, because estimated times of calls may be slightly negative. */
  private static long nanos(double nanos) {
    return Math.max(0, Math.round(nanos));
  }
}
