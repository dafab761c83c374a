package io.flowgauge.traces.snakemake;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Snakemake's description of a job when it begins. Not thread-safe. */
final class JobInfo {
  String rule = "";
  String benchmark = "";
  String command = "";
  String threads = "";
  boolean local;
  final List<String> inputs = new ArrayList<>();
  final List<String> outputs = new ArrayList<>();
  final Map<String, String> wildcards = new LinkedHashMap<>();

  /** The same in every start of Snakemake, unlike the number of the job. */
  String identity() {
    return rule + "\n" + wildcards + "\n" + outputs;
  }

  /** The rule, with its wildcards or else its first output, if there is one of either. */
  String name() {
    List<String> parts = new ArrayList<>();
    wildcards.forEach((name, value) -> parts.add(name + "=" + value));
    if (parts.isEmpty() && !outputs.isEmpty()) {
      parts.add(outputs.get(0));
    }
    return parts.isEmpty() ? rule : rule + " (" + String.join(", ", parts) + ")";
  }
}
