package io.flowgauge.learning.saved;

/**
 * Converts the names in a history to those in a file. Digests are kept. Immutable and thread-safe.
 *
 * @param from names in the history
 * @param to names in the file
 */
public record Renaming(Names from, Names to) {

  /**
   * Returns the renaming for a file.
   *
   * @param from names in the history
   * @param salt salt of the digests, if the history has none yet
   * @param keepsMachines whether machines keep their names, if these are known
   */
  public static Renaming of(Names from, String salt, boolean keepsMachines) {
    return new Renaming(
        from, new Names(from.areOwn() ? salt : from.salt(), keepsMachines && from.hasMachines()));
  }

  /** Renames the fingerprint of a workflow. */
  public String workflow(String name) {
    return from.areOwn() ? to.workflow(name) : name;
  }

  /** Renames work. */
  public String work(String name) {
    return from.areOwn() ? to.work(name) : name;
  }

  /** Renames a machine, queue or site. */
  public String machine(String name) {
    return from.hasMachines() ? to.machine(name) : name;
  }
}
