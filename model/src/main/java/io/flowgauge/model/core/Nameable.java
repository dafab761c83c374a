package io.flowgauge.model.core;

/** A recorder whose run gets the name that its file turns out to hold. */
public interface Nameable {

  /** Sets the name of the run and its workflow. */
  void rename(String name);
}
