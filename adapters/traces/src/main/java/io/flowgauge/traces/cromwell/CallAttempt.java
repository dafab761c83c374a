package io.flowgauge.traces.cromwell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** One attempt of a call in the metadata. Not thread-safe. */
final class CallAttempt {
  /** A named interval of an attempt; times in epoch nanoseconds. */
  record Part(String name, OptionalLong begin, OptionalLong end) {}

  final String where;
  int shard = -1;
  int number = 1;
  String status = "";
  String backend = "";
  String root = "";
  boolean isCacheHit;
  OptionalLong start = OptionalLong.empty();
  OptionalLong end = OptionalLong.empty();
  final List<Part> parts = new ArrayList<>();
  final Map<String, String> attributes = new LinkedHashMap<>();

  /** Texts among its inputs, which may be paths of files. */
  final List<String> inputs = new ArrayList<>();

  /** The sub-workflow that it stands for; null if the metadata do not include it. */
  CromwellWorkflow workflow;

  CallAttempt(String where) {
    this.where = where;
  }
}
