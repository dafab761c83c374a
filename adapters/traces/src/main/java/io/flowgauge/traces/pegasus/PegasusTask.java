package io.flowgauge.traces.pegasus;

/** A node of the workflow before clustering, as its author wrote it. Not thread-safe. */
final class PegasusTask {
  private final String id;
  private String type = "";
  private String arguments = "";
  private String job = "";

  PegasusTask(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  void declare(String transformation, String arguments) {
    type = Transformations.name(transformation);
    this.arguments = arguments;
  }

  /** Returns its planned arguments; empty if unknown. */
  String arguments() {
    return arguments;
  }

  boolean isDeclared() {
    return !type.isEmpty();
  }

  String type() {
    return type;
  }

  void inJob(String job) {
    this.job = job;
  }

  /** Returns the job that runs it; empty if unknown. */
  String job() {
    return job;
  }
}
