package io.flowgauge.model.core;

/**
 * A recorder whose run can be renamed, as when its name is found only inside the file being read.
 */
public interface Nameable {

  /** Sets the name of the run and its workflow. */
  void rename(String name);
}
