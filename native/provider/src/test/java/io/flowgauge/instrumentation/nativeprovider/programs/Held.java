package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;

/**
 * Resources that a target, the helper and this virtual machine hold, which must not grow over
 * thousands of cycles.
 *
 * @param target the process that is instrumented
 * @param helper the provider's helper; all zeros if there is none
 * @param own this virtual machine
 */
record Held(Holding target, Holding helper, Holding own) {
  /** Name of the helper's command. */
  private static final String HELPER = "flowgauge-helper";

  private static final int COLLECTIONS = 5;
  static final int FEWEST_CYCLES = 100;

  /** Limit for a target, whose threads come and go with their stacks and heaps. */
  private static final Holding TARGET_LIMIT = new Holding(4, 40, 4_000);

  private static final Holding HELPER_LIMIT = new Holding(4, 20, 2_000);

  /** Limit for this virtual machine, whose classes, code and threads settle late. */
  private static final Holding OWN_LIMIT = new Holding(20, 100, 10_000);

  private static final long BYTES_PER_KILOBYTE = 1024;

  /**
   * Resources that one process holds.
   *
   * @param descriptors open descriptors
   * @param mappings memory mappings
   * @param kilobytes private memory; for this virtual machine, which keeps free memory, the size of
   *     its objects plus what it and the provider's library have not freed
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

  /** Returns the current resources, without garbage. */
  static Held by(long target) throws IOException, InterruptedException {
    return new Held(Holding.of(target), Holding.of(helper(target)), leastOfThis());
  }

  /**
   * Returns what this virtual machine holds when idle: garbage, memory mapped for it and memory
   * borrowed by its compiler are released at unpredictable times, so the least of several samples
   * counts.
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
   * Checks that no process holds much more than before. What is loaded in the first cycles stays,
   * so only many cycles distinguish a leak from that.
   */
  void checkNoMoreThan(Held early, int cycles) {
    checkNoMoreThan(early, cycles, 0);
  }

  /** Checks the same for a target that keeps the given number of kilobytes for its own work. */
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
