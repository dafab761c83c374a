package io.flowgauge.instrumentation.contract;

import io.flowgauge.instrumentation.RegionPattern;
import java.util.Optional;

/**
 * A running program that does on command what a provider has to measure. It has two regions: one
 * {@linkplain #caller() calls} the {@linkplain #leaf() other} {@value #LEAVES} times in a row, and
 * nothing else calls either. A native one may read commands from its standard input:
 *
 * <pre>{@code
 * void leaf(void) { … some microseconds of work … }
 * void caller(void) { for (int i = 0; i < 3; i++) leaf(); }
 * // "run 2 100": start 2 threads, call caller() 100 times in each, join them, print "done".
 * }</pre>
 *
 * Not thread-safe.
 */
public interface ContractTarget extends AutoCloseable {
  /** How often a call of {@link #caller()} calls {@link #leaf()}. */
  int LEAVES = 3;

  /**
   * Returns the process id of the program.
   *
   * @return the process id
   */
  long pid();

  /**
   * Returns a pattern that matches the calling region and no other.
   *
   * @return a pattern of unit and name
   */
  RegionPattern caller();

  /**
   * Returns a pattern that matches the called region and no other.
   *
   * @return a pattern of unit and name
   */
  RegionPattern leaf();

  /**
   * Returns a pattern for a region that cannot have a sensor, such as an inlined or abstract one.
   *
   * @return a pattern of unit and name; empty if there is none
   */
  default Optional<RegionPattern> refused() {
    return Optional.empty();
  }

  /**
   * Makes the program call {@link #caller()}, and waits until it has.
   *
   * @param threads how many new threads call it at once
   * @param rounds how often each of them does
   * @throws Exception if the program does not answer
   */
  void run(int threads, int rounds) throws Exception;

  /**
   * Makes the program end on its own, and waits for its end.
   *
   * @throws Exception if it does not end
   */
  void exit() throws Exception;

  /**
   * Ends the program by any means if it has not ended, or keeps it for a later {@link
   * InstrumentationProviderContract#startTarget}.
   */
  @Override
  void close();
}
