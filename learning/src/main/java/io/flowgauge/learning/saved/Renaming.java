package io.flowgauge.learning.saved;

/**
 * Turns the names by which a history knows things into those of a file. What is known by a digest
 * already keeps it. Immutable and thread-safe.
 *
 * @param from names in the history
 * @param to names in the file
 */
public record Renaming(Names from, Names to) {

  /**
   * The renaming for a file.
   *
   * @param from names in the history
   * @param salt of digests, if there are none yet
   * @param keepsMachines whether machines keep their names, where these are known
   */
  public static Renaming of(Names from, String salt, boolean keepsMachines) {
    return new Renaming(
        from, new Names(from.areOwn() ? salt : from.salt(), keepsMachines && from.hasMachines()));
  }

  /** Of the fingerprint of a workflow. */
  public String workflow(String name) {
    return from.areOwn() ? to.workflow(name) : name;
  }

  /** Of work. */
  public String work(String name) {
    return from.areOwn() ? to.work(name) : name;
  }

  /** Of a machine, queue or site. */
  public String machine(String name) {
    return from.hasMachines() ? to.machine(name) : name;
  }
}
