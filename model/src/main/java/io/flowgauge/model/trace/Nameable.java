package io.flowgauge.model.trace;

/** A recorder whose run gets the name that its file turns out to hold. */
public interface Nameable {

  /**
   * Sets the name of the run and its workflow.
   *
   * @param name the name
   */
  void rename(String name);
}
