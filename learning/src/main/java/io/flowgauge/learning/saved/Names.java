package io.flowgauge.learning.saved;

import io.flowgauge.model.core.Fingerprint;

/**
 * The names under which work, workflows and machines are known: their own names, or digests. A
 * digest is made of the name and a salt, so that no table can reverse it; anyone who has the salt
 * can still check a guess. Immutable and thread-safe.
 *
 * @param salt salt of the digests; empty if no digests are used
 * @param hasMachines whether machines are known by their own names
 */
public record Names(String salt, boolean hasMachines) {
  /** Names without digests. */
  public static final Names OWN = new Names("", true);

  /** Whether work and workflows are known by their own names. */
  boolean areOwn() {
    return salt.isEmpty();
  }

  /** Returns the name of the workflow with a fingerprint. */
  public String workflow(String fingerprint) {
    return areOwn() ? fingerprint : digest("workflow", fingerprint);
  }

  /** Returns the name of work. */
  public String work(String identity) {
    return areOwn() ? identity : digest("work", identity);
  }

  /** Returns the name of a machine, queue or site. */
  public String machine(String name) {
    return hasMachines ? name : digest("machine", name);
  }

  private String digest(String kind, String name) {
    return Fingerprint.of(salt + "\n" + kind + "\n" + name);
  }
}
