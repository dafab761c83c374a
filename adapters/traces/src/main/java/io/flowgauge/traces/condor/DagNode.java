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

  /**
   * Returns its name, which contains no blanks, preceded by those of the splices that enclose it.
   */
  public String name() {
    return name;
  }

  /**
   * Returns the keyword that declared it: {@code JOB}, {@code SUBDAG}, {@code FINAL}, {@code
   * SERVICE} or {@code PROVISIONER}.
   */
  public String keyword() {
    return keyword;
  }

  /** Returns the path of the submit file; empty if the description is inside the DAG. */
  public String submitFile() {
    return submitFile;
  }

  /** Returns the maximum number of retries, as the DAG writes it; empty if none is given. */
  public String retries() {
    return retries;
  }

  /**
   * Whether a POST script runs after it, whose result becomes that of the node.
   *
   * @return true if there is a POST script
   */
  public boolean hasPost() {
    return post;
  }

  /**
   * Whether the DAG says that it was done earlier.
   *
   * @return true if it is not to run
   */
  public boolean isDone() {
    return done;
  }

  /**
   * Returns the values that it passes to its submit file.
   *
   * @return values by name
   */
  public Map<String, String> variables() {
    return new TreeMap<>(variables);
  }

  void setRetries(String count) {
    retries = count;
  }

  void script(String when) {
    post |= when.equals("POST");
  }

  void markDone() {
    done = true;
  }

  void variable(String variable, String value) {
    variables.put(variable, value);
  }

  /** Returns a copy of the node that lies within a splice. */
  DagNode within(String splice) {
    DagNode copy = new DagNode(splice + "+" + name, keyword, submitFile);
    copy.retries = retries;
    copy.post = post;
    copy.done = done;
    copy.variables.putAll(variables);
    return copy;
  }
}
