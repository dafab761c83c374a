package io.flowgauge.receivers.openlineage;

/** The name of a job, or of a dataset, which is unique in its namespace. */
record JobName(String namespace, String name) {
  static final JobName UNKNOWN = new JobName("", "");

  JobName sibling(String from, String to) {
    String prefix = name.endsWith(from) ? name.substring(0, name.length() - from.length()) : "";
    return new JobName(namespace, prefix + to);
  }
}
