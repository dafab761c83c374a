package io.flowgauge.traces.snakemake;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.FileContent;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.JsonHead;
import io.flowgauge.traces.json.JsonLines;
import java.io.IOException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Snakemake's records of outputs in {@code .snakemake/metadata}: one file each, whose name is that
 * of the output in Base64; or one per line with the name as {@code output}. Not thread-safe.
 */
final class Metadata {
  private final Map<String, Output> outputs = new HashMap<>();

  /** The record of an output. */
  static final class Output {
    final JobInfo info = new JobInfo();
    String name = "";
    OptionalLong started = OptionalLong.empty();
    OptionalLong ended = OptionalLong.empty();
    boolean incomplete;

    boolean isWhole() {
      return !incomplete && started.isPresent() && ended.isPresent();
    }
  }

  static boolean matches(TraceFile file) {
    if (!file.head().stripLeading().startsWith("{")) {
      return false;
    }
    Set<String> keys = JsonHead.keys(file);
    return keys.contains("rule") && keys.contains("starttime") && keys.contains("endtime");
  }

  /** Returns the records by output. */
  Map<String, Output> outputs() {
    return outputs;
  }

  void read(TraceFile file, Remarks remarks) throws IOException {
    JsonLines.read(
        file,
        remarks,
        (where, json) -> {
          Output output = new Output();
          json.object(name -> member(json, name, output));
          if (output.name.isEmpty()) {
            output.name = decoded(FileContent.plainName(file));
          }
          output.info.outputs.add(output.name);
          if (outputs.putIfAbsent(output.name, output) != null) {
            remarks.warn("repeated metadata of an output: the first is used", output.name);
          }
        });
  }

  private static void member(JsonCursor json, String name, Output output) throws IOException {
    if (json.isNull()) {
      json.skip();
      return;
    }
    switch (name) {
      case "output" -> output.name = json.name("the name of an output");
      case "rule" -> output.info.rule = json.name("the name of a rule");
      case "input" -> EventMessage.files(json, output.info.inputs);
      case "starttime" -> output.started = OptionalLong.of(json.nanos("seconds since 1970"));
      case "endtime" -> output.ended = OptionalLong.of(json.nanos("seconds since 1970"));
      case "shellcmd" -> output.info.command = json.text();
      case "incomplete" -> output.incomplete = Boolean.TRUE.equals(json.value("true or false"));
      default -> json.skip();
    }
  }

  private static String decoded(String name) {
    try {
      return new String(Base64.getUrlDecoder().decode(name), UTF_8);
    } catch (IllegalArgumentException e) {
      return name;
    }
  }
}
