package io.flowgauge.traces.pegasus;

/** A node of the workflow as its author wrote it, before clustering. Not thread-safe. */
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

  /** Its planned command line without the program; empty if it is not known. */
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

  /** The job that runs it; empty if none is known. */
  String job() {
    return job;
  }
}
