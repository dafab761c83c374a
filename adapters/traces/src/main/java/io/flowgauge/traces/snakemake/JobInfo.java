package io.flowgauge.traces.snakemake;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Snakemake's description of a job when it starts. Not thread-safe. */
final class JobInfo {
  String rule = "";
  String benchmark = "";
  String command = "";
  String threads = "";
  boolean local;
  final List<String> inputs = new ArrayList<>();
  final List<String> outputs = new ArrayList<>();
  final Map<String, String> wildcards = new LinkedHashMap<>();

  /** Returns a text that identifies the job in every start of Snakemake, unlike its number. */
  String identity() {
    return rule + "\n" + wildcards + "\n" + outputs;
  }

  /** Returns the rule with its wildcards, or else with its first output, if there is either. */
  String name() {
    List<String> parts = new ArrayList<>();
    wildcards.forEach((name, value) -> parts.add(name + "=" + value));
    if (parts.isEmpty() && !outputs.isEmpty()) {
      parts.add(outputs.get(0));
    }
    return parts.isEmpty() ? rule : rule + " (" + String.join(", ", parts) + ")";
  }
}
