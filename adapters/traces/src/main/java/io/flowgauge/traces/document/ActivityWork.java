package io.flowgauge.traces.document;

import io.flowgauge.model.core.WorkAttributes;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.traces.inputs.Arguments;
import io.flowgauge.traces.inputs.FileList;
import io.flowgauge.traces.inputs.InputFiles;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.UnusedKeys;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Turns what a document says about the work of activities into attributes. Not thread-safe. */
final class ActivityWork {
  private static final BigDecimal MAX_BYTES = BigDecimal.valueOf(Long.MAX_VALUE);

  private final JsonCursor json;
  private final UnusedKeys unknown;
  private final RunRecorder into;
  private final Arguments arguments = new Arguments();
  private final InputFiles files = new InputFiles();

  /** Attributes that depend on the inputs of all activities, by activity id. */
  private final Map<String, Map<String, String>> later = new LinkedHashMap<>();

  private final Map<String, String> hosts = new HashMap<>();

  /** Processors by activity id, kept until the hosts are known. */
  private final Map<String, String> placed = new LinkedHashMap<>();

  private boolean knowsHosts;

  ActivityWork(JsonCursor json, UnusedKeys unknown, RunRecorder into) {
    this.json = json;
    this.unknown = unknown;
    this.into = into;
  }

  /** Reads a member of an activity into its attributes, or skips it. */
  void read(String key, Map<String, String> attributes) throws IOException {
    switch (key) {
      case Keys.ARGUMENTS -> arguments.put(json.text(), attributes);
      case Keys.TAG -> attributes.put(WorkAttributes.SAMPLE, json.text());
      case Keys.CORES ->
          attributes.put(Keys.CORES, Integer.toString(json.wholeNumber(1, "a number of cores")));
      default -> unknown.skip(json, key);
    }
  }

  FileList readInputs() throws IOException {
    FileList inputs = files.list();
    json.array(index -> inputs.add(input()));
    return inputs;
  }

  private String input() throws IOException {
    String[] name = {""};
    long[] bytes = {-1};
    json.object(
        key -> {
          switch (key) {
            case Keys.NAME -> name[0] = json.name("the name of a file");
            case Keys.BYTES -> bytes[0] = bytes();
            default -> unknown.skip(json, key);
          }
        });
    if (name[0].isEmpty()) {
      throw json.error("a file without a name", "{\"name\": …, \"bytes\": …}");
    }
    files.recordSize(name[0], bytes[0]);
    return name[0];
  }

  private long bytes() throws IOException {
    String expected = "a number of bytes, 0 or more";
    BigDecimal size = json.number(expected);
    if (size.signum() < 0 || size.compareTo(MAX_BYTES) > 0) {
      throw json.error(json.found(), expected);
    }
    return size.longValue();
  }

  /** Notes the inputs of an activity, whose other attributes are all known. */
  void addInputs(Activity activity, FileList inputs, Map<String, String> known) {
    Map<String, String> attributes = new TreeMap<>();
    String stated = known.get(WorkAttributes.ARGUMENTS);
    if (stated != null) {
      attributes.put(WorkAttributes.ARGUMENTS, stated);
    }
    later.put(activity.id(), attributes);
    files.recordInputs(activity.type(), inputs, attributes);
  }

  /** Notes the host of a processor; empty if none is stated. */
  void putHost(String processor, String host) {
    if (!host.isEmpty()) {
      hosts.put(processor, host);
    }
  }

  /**
   * Announces that all processors are known: activities recorded so far get their hosts now, later
   * ones when they are read.
   */
  void completeHosts() {
    placed.forEach((id, processor) -> hostOf(processor).ifPresent(host -> recordHost(id, host)));
    placed.clear();
    knowsHosts = true;
  }

  private void recordHost(String id, String host) {
    into.activity(Activity.of(id).withAttribute(WorkAttributes.HOST, host));
  }

  private Optional<String> hostOf(String processor) {
    return Optional.ofNullable(hosts.get(processor));
  }

  /** Notes the processor on which an activity last ran. */
  void putProcessor(String id, String processor, Map<String, String> attributes) {
    if (!knowsHosts) {
      placed.put(id, processor);
    }
    hostOf(processor).ifPresent(host -> attributes.put(WorkAttributes.HOST, host));
  }

  /** Records the attributes that depend on inputs; called when all activities are known. */
  void finish() {
    files.addAttributes();
    later.forEach((id, attributes) -> into.activity(Activity.of(id).withAttributes(attributes)));
  }
}
