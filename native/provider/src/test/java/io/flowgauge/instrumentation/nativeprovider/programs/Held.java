package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;

/**
 * What a target, the helper and this virtual machine hold, and must not hold more of after
 * thousands of cycles.
 *
 * @param target the process that is instrumented
 * @param helper the provider's helper; nothing where there is none
 * @param own this virtual machine
 */
record Held(Holding target, Holding helper, Holding own) {
  /** The name the helper's command has. */
  private static final String HELPER = "flowgauge-helper";

  private static final int COLLECTIONS = 5;
  static final int FEWEST_CYCLES = 100;

  /** Threads of a program come and go, and with them their stacks and heaps. */
  private static final Holding TARGET_LIMIT = new Holding(4, 40, 4_000);

  private static final Holding HELPER_LIMIT = new Holding(4, 20, 2_000);

  /** A virtual machine's classes, code and threads settle late. */
  private static final Holding OWN_LIMIT = new Holding(20, 100, 10_000);

  private static final long BYTES_PER_KILOBYTE = 1024;

  /**
   * What one process holds.
   *
   * @param descriptors it has open
   * @param mappings of its memory
   * @param kilobytes of memory that are its own; of this virtual machine, which keeps memory for
   *     later, what its objects take, and what it and the provider's library have not freed
   */
  record Holding(int descriptors, int mappings, long kilobytes) {
    static Holding of(long pid) throws IOException {
      String anonymous = ProcessFiles.status(pid, "RssAnon").replace(" kB", "");
      return of(pid, Long.parseLong(anonymous));
    }

    static Holding ofThis() throws IOException {
      long objects = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      return of(
          ProcessHandle.current().pid(), objects / BYTES_PER_KILOBYTE + NativeHeap.kilobytes());
    }

    private static Holding of(long pid, long kilobytes) throws IOException {
      return new Holding(ProcessFiles.descriptors(pid), ProcessFiles.mappings(pid), kilobytes);
    }

    Holding plus(long more) {
      return new Holding(descriptors, mappings, kilobytes + more);
    }

    Holding least(Holding other) {
      return new Holding(
          Math.min(descriptors, other.descriptors),
          Math.min(mappings, other.mappings),
          Math.min(kilobytes, other.kilobytes));
    }

    Holding since(Holding early) {
      return new Holding(
          descriptors - early.descriptors, mappings - early.mappings, kilobytes - early.kilobytes);
    }

    @Override
    public String toString() {
      return descriptors + " files, " + mappings + " mappings, " + kilobytes + " KB";
    }
  }

  /** As it is now, garbage not counted. */
  static Held by(long target) throws IOException, InterruptedException {
    return new Held(Holding.of(target), Holding.of(helper(target)), leastOfThis());
  }

  /**
   * What this virtual machine holds when it is quiet: garbage, memory mapped for it and memory that
   * its compiler borrows go at times of their own, so the least of several looks counts.
   */
  static Holding leastOfThis() throws IOException, InterruptedException {
    Holding least = Holding.ofThis();
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      Thread.sleep(50);
      least = least.least(Holding.ofThis());
    }
    return least;
  }

  private static long helper(long target) throws IOException {
    for (ProcessHandle child : ProcessHandle.current().children().toList()) {
      if (child.pid() != target && ProcessFiles.command(child.pid()).startsWith(HELPER)) {
        return child.pid();
      }
    }
    throw new AssertionError("the provider has no helper");
  }

  /**
   * That no process holds much more than it did. What is loaded in the first cycles stays: only
   * many cycles distinguish a leak from that.
   */
  void checkNoMoreThan(Held early, int cycles) {
    checkNoMoreThan(early, cycles, 0);
  }

  /** As before, of a target that keeps the given number of kilobytes for its own work. */
  void checkNoMoreThan(Held early, int cycles, long work) {
    if (cycles < FEWEST_CYCLES) {
      return;
    }
    check("target", target.since(early.target), TARGET_LIMIT.plus(work));
    check("helper", helper.since(early.helper), HELPER_LIMIT);
    check("virtual machine", own.since(early.own), OWN_LIMIT);
  }

  private static void check(String who, Holding growth, Holding limit) {
    assertThat(growth.descriptors).as("%s: %s more", who, growth).isLessThan(limit.descriptors);
    assertThat(growth.mappings).as("%s: %s more", who, growth).isLessThan(limit.mappings);
    assertThat(growth.kilobytes).as("%s: %s more", who, growth).isLessThan(limit.kilobytes);
  }

  @Override
  public String toString() {
    return "target " + target + "; helper " + helper + "; virtual machine " + own;
  }
}
