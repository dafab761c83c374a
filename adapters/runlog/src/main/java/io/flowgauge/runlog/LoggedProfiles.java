package io.flowgauge.runlog;

import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.CodeProfile.Call;
import io.flowgauge.run.CodeProfile.CodeRegion;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Logs profiles of activities; for each activity, only what has changed since its last profile.
 * Thread-safe.
 */
final class LoggedProfiles {
  private static final CodeProfile NOTHING = new CodeProfile(0, List.of(), List.of());

  private final EventSink sink;
  private final Map<Long, CodeProfile> last = new HashMap<>();

  /** Calls by the names of their regions. */
  private record NamedCall(String caller, String callee, long calls, long nanos) {}

  LoggedProfiles(EventSink sink) {
    this.sink = sink;
  }

  /** Logs the changed regions and calls, and then their number, so that readers notice a loss. */
  synchronized void log(long activity, CodeProfile profile) {
    CodeProfile before = last.getOrDefault(activity, NOTHING);
    // Logs everything: what another process logged about the activity, for example before a
    // restart, is not known here.
    if (!last.containsKey(activity) || !profile.continues(before)) {
      sink.log(RunSchemas.CODE_ANEW, activity);
      before = NOTHING;
    }
    last.put(activity, profile);
    int regions = regions(activity, profile, Set.copyOf(before.regions()));
    int calls = calls(activity, named(profile), new HashSet<>(named(before)));
    sink.log(RunSchemas.CODE_PROFILE, activity, profile.epochNanos(), regions, calls);
  }

  private int regions(long activity, CodeProfile profile, Set<CodeRegion> known) {
    int count = 0;
    for (CodeRegion region : profile.regions()) {
      if (!known.contains(region)) {
        count++;
        sink.log(
            RunSchemas.CODE_REGION,
            activity,
            region.calls(),
            region.nanos(),
            region.ownNanos(),
            region.openNanos(),
            region.name(),
            region.source());
      }
    }
    return count;
  }

  private int calls(long activity, List<NamedCall> calls, Set<NamedCall> known) {
    int count = 0;
    for (NamedCall call : calls) {
      if (!known.contains(call)) {
        count++;
        sink.log(RunSchemas.CODE_CALL, activity, call.calls, call.nanos, call.caller, call.callee);
      }
    }
    return count;
  }

  private static List<NamedCall> named(CodeProfile profile) {
    return profile.calls().stream()
        .map(
            call ->
                new NamedCall(
                    caller(call, profile),
                    profile.regions().get(call.callee()).name(),
                    call.calls(),
                    call.nanos()))
        .toList();
  }

  private static String caller(Call call, CodeProfile profile) {
    return call.caller() == CodeProfile.NO_CALLER
        ? ""
        : profile.regions().get(call.caller()).name();
  }
}
