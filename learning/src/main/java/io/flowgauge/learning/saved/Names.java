package io.flowgauge.learning.saved;

import io.flowgauge.model.core.Fingerprint;

/**
 * By what names work, workflows and machines are known: by their own, or by digests. A digest is
 * that of the name with a salt, so that there are no tables to look it up in; anyone who has the
 * salt can still check a guess. Immutable and thread-safe.
 *
 * @param salt of the digests; empty where names are their own
 * @param hasMachines whether machines are known by their own names
 */
public record Names(String salt, boolean hasMachines) {
  /** All names are their own. */
  public static final Names OWN = new Names("", true);

  /** Whether all names are their own. */
  boolean areOwn() {
    return salt.isEmpty();
  }

  /** By what a workflow of this fingerprint is known. */
  public String workflow(String fingerprint) {
    return areOwn() ? fingerprint : digest("workflow", fingerprint);
  }

  /** By what work is known. */
  public String work(String identity) {
    return areOwn() ? identity : digest("work", identity);
  }

  /** By what a machine, queue or site is known. */
  public String machine(String name) {
    return hasMachines ? name : digest("machine", name);
  }

  private String digest(String kind, String name) {
    return Fingerprint.of(salt + "\n" + kind + "\n" + name);
  }
}
