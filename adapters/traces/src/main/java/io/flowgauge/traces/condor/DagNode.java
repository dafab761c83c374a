package io.flowgauge.traces.condor;

import java.util.Map;
import java.util.TreeMap;

/** A node of a DAG: one submission of one or more jobs, with its scripts. Not thread-safe. */
public final class DagNode {
  private final String name;
  private final String keyword;
  private final String submitFile;
  private final Map<String, String> variables = new TreeMap<>();
  private String retries = "";
  private boolean post;
  private boolean done;

  DagNode(String name, String keyword, String submitFile) {
    this.name = name;
    this.keyword = keyword;
    this.submitFile = submitFile;
  }

  /** Its name, with those of the splices that it lies in: a text without blanks. */
  public String name() {
    return name;
  }

  /**
   * The keyword that declared it: {@code JOB}, {@code SUBDAG}, {@code FINAL}, {@code SERVICE} or
   * {@code PROVISIONER}.
   */
  public String keyword() {
    return keyword;
  }

  /** The file it is submitted with: a path; empty if its description is in the DAG. */
  public String submitFile() {
    return submitFile;
  }

  /** How often it is tried again: a number; empty if it is not. */
  public String retries() {
    return retries;
  }

  /**
   * Whether a script runs after it, whose result is that of the node.
   *
   * @return true if there is a POST script
   */
  public boolean hasPost() {
    return post;
  }

  /**
   * Whether the DAG says that it was done before.
   *
   * @return true if it is not to run
   */
  public boolean isDone() {
    return done;
  }

  /**
   * Values that it gives its submit file.
   *
   * @return values by name
   */
  public Map<String, String> variables() {
    return new TreeMap<>(variables);
  }

  void retries(String count) {
    retries = count;
  }

  void script(String when) {
    post |= when.equals("POST");
  }

  void done() {
    done = true;
  }

  void variable(String variable, String value) {
    variables.put(variable, value);
  }

  /** The same in a splice. */
  DagNode within(String splice) {
    DagNode copy = new DagNode(splice + "+" + name, keyword, submitFile);
    copy.retries = retries;
    copy.post = post;
    copy.done = done;
    copy.variables.putAll(variables);
    return copy;
  }
}
