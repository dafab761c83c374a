package io.flowgauge.traces.cromwell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** One attempt of a call, as the metadata has it. Not thread-safe. */
final class CallAttempt {
  /** A part of an attempt; times in epoch nanoseconds. */
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

  /** Calls of the workflow that it stands for, if that is in the metadata. */
  CromwellWorkflow workflow;

  CallAttempt(String where) {
    this.where = where;
  }
}
