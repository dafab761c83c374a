package io.flowgauge.traces.cromwell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A workflow or sub-workflow in the metadata. Not thread-safe. */
final class CromwellWorkflow {
  String name = "";
  OptionalLong start = OptionalLong.empty();
  OptionalLong end = OptionalLong.empty();

  /** Attempts by name of the call. */
  final Map<String, List<CallAttempt>> calls = new LinkedHashMap<>();

  List<CallAttempt> attempts(String call) {
    return calls.computeIfAbsent(call, any -> new ArrayList<>());
  }
}
