package io.flowgauge.instrumentation.contract;

import io.flowgauge.instrumentation.InstrumentationProvider;
import java.time.Duration;
import java.util.Optional;

/**
 * The rules of the interfaces in {@code io.flowgauge.instrumentation}, checked on a provider. To
 * test a provider, extend this class, with {@code flowgauge-instrumentation-spi} of type {@code
 * test-jar}, JUnit 5 and AssertJ on the test class path:
 *
 * <pre>{@code
 * class MyProviderTest extends InstrumentationProviderContract {
 *   private final InstrumentationProvider provider = new MyProvider();
 *
 *   public InstrumentationProvider provider() {
 *     return provider;
 *   }
 *
 *   public ContractTarget startTarget() throws Exception {
 *     return new MyTarget();
 *   }
 * }
 * }</pre>
 *
 * If the provider reports that it is not available, the rules are skipped. Not thread-safe.
 */
public abstract class InstrumentationProviderContract
    implements AttachRules,
        StructureRules,
        SensorRules,
        ProfileRules,
        PushRules,
        EndRules,
        ConcurrencyRules,
        LaunchRules {
  /** For subclasses. */
  protected InstrumentationProviderContract() {}

  /**
   * Returns the provider under test.
   *
   * @return the same provider at every call within a test
   */
  @Override
  public abstract InstrumentationProvider provider();

  /**
   * Starts a program; skips the test with an assumption if something it needs is missing.
   *
   * @return a program that the test has for itself until it closes it: a new one, or one that an
   *     earlier test has closed
   * @throws Exception if it cannot be started
   */
  @Override
  public abstract ContractTarget startTarget() throws Exception;

  /**
   * Returns a program that {@link InstrumentationProvider#launch} can start.
   *
   * @return a program; empty, the default, if the provider launches nothing
   * @throws Exception if it cannot be prepared
   */
  @Override
  public Optional<ContractLaunch> launchable() throws Exception {
    return Optional.empty();
  }

  /**
   * Returns the longest time to wait for another thread or process.
   *
   * @return 20 seconds by default
   */
  @Override
  public Duration patience() {
    return Duration.ofSeconds(20);
  }
}
