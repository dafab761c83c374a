package io.flowgauge.store;

import io.flowgauge.comparison.Subgraph;
import io.flowgauge.run.WorkflowRun;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The label a run is stored with: {@code RunLabel.of("montage").version("5 resources")
 * .tag("machine", "lab")}. Immutable and thread-safe.
 */
public final class RunLabel {
  /** The version of runs whose label names no version. */
  public static final String DEFAULT_VERSION = "default";

  private final Optional<String> workflow;
  private final String version;
  private final Optional<String> refines;
  private final String source;
  private final Map<String, String> tags;
  private final List<Subgraph> subgraphs;

  private RunLabel(
      Optional<String> workflow,
      String version,
      Optional<String> refines,
      String source,
      Map<String, String> tags,
      List<Subgraph> subgraphs) {
    this.workflow = workflow;
    this.version = version;
    this.refines = refines;
    this.source = source;
    this.tags = Collections.unmodifiableMap(new TreeMap<>(tags));
    this.subgraphs = List.copyOf(subgraphs);
  }

  /**
   * A label that takes the name of the workflow from the run.
   *
   * @return a label without tags, of the version {@value #DEFAULT_VERSION}
   */
  public static RunLabel empty() {
    return new RunLabel(
        Optional.empty(), DEFAULT_VERSION, Optional.empty(), "", Map.of(), List.of());
  }

  /**
   * A label of a workflow.
   *
   * @param workflow its name, under which runs of all its versions are found
   * @return a label without tags, of the version {@value #DEFAULT_VERSION}
   */
  public static RunLabel of(String workflow) {
    return empty().workflow(workflow);
  }

  /**
   * Returns this label with the name of the workflow.
   *
   * @param name its name, under which runs of all its versions are found
   * @return the label
   */
  public RunLabel workflow(String name) {
    Optional<String> given = Optional.of(name);
    return new RunLabel(given, version, refines, source, tags, subgraphs);
  }

  /**
   * Returns this label with the version of the workflow.
   *
   * @param label a label that distinguishes it from other versions
   * @return the label
   */
  public RunLabel version(String label) {
    Objects.requireNonNull(label, "label");
    return new RunLabel(workflow, label, refines, source, tags, subgraphs);
  }

  /**
   * Declares that the version refines another ([Truong] §5.1): its subgraphs replace those of the
   * same names. The other version need not have runs yet.
   *
   * @param original label of the version that is refined
   * @return the label
   */
  public RunLabel refines(String original) {
    return new RunLabel(workflow, version, Optional.of(original), source, tags, subgraphs);
  }

  /**
   * Returns this label with the origin of the run.
   *
   * @param text a path or other text, for people to read
   * @return the label
   */
  public RunLabel source(String text) {
    Objects.requireNonNull(text, "text");
    return new RunLabel(workflow, version, refines, text, tags, subgraphs);
  }

  /**
   * Returns this label with one more tag, which replaces a tag of the same name.
   *
   * @param name its name
   * @param value its value
   * @return the label
   */
  public RunLabel tag(String name, String value) {
    Map<String, String> more = new TreeMap<>(tags);
    more.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
    return new RunLabel(workflow, version, refines, source, more, subgraphs);
  }

  /**
   * Returns this label with one more subgraph of the version. It replaces a subgraph of the same
   * name, and also applies to runs of the version that are already stored.
   *
   * @param subgraph a part of the workflow
   * @return the label
   */
  public RunLabel subgraph(Subgraph subgraph) {
    Objects.requireNonNull(subgraph, "subgraph");
    List<Subgraph> more = new ArrayList<>(subgraphs);
    more.removeIf(other -> other.name().equals(subgraph.name()));
    more.add(subgraph);
    return new RunLabel(workflow, version, refines, source, tags, more);
  }

  /**
   * The name of the workflow.
   *
   * @return the name; empty to take it from the run
   */
  public Optional<String> workflow() {
    return workflow;
  }

  /**
   * The version.
   *
   * @return its label
   */
  public String version() {
    return version;
  }

  /**
   * The version that is refined.
   *
   * @return its label, if any
   */
  public Optional<String> refines() {
    return refines;
  }

  /**
   * Where the run came from.
   *
   * @return a text, possibly empty
   */
  public String source() {
    return source;
  }

  /**
   * The tags.
   *
   * @return values by name, sorted
   */
  public Map<String, String> tags() {
    return tags;
  }

  /**
   * The subgraphs.
   *
   * @return in the order given, each name once
   */
  public List<Subgraph> subgraphs() {
    return subgraphs;
  }

  /**
   * Name of the workflow of a run.
   *
   * @param run the run
   * @return the label's workflow name, otherwise the name of the run's workflow, otherwise the name
   *     of the run
   */
  public String workflowOf(WorkflowRun run) {
    String own = run.workflow().name();
    return workflow.orElse(own.isBlank() ? run.name() : own);
  }

  @Override
  public String toString() {
    return "RunLabel[" + workflow.orElse("") + " version " + version + ", tags " + tags + "]";
  }
}
