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
 * Where the provider says that it is not available, its rules are skipped. Not thread-safe.
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
   * The provider under test.
   *
   * @return the same one at every call within a test
   */
  @Override
  public abstract InstrumentationProvider provider();

  /**
   * Starts a program; skips the test by an assumption if what it takes is missing.
   *
   * @return a program of the test's own until it closes it; a new one, or one that an earlier test
   *     has closed
   * @throws Exception if it cannot be started
   */
  @Override
  public abstract ContractTarget startTarget() throws Exception;

  /**
   * What {@link InstrumentationProvider#launch} can start.
   *
   * @return a program; empty, the default, if the provider launches nothing
   * @throws Exception if it cannot be prepared
   */
  @Override
  public Optional<ContractLaunch> launchable() throws Exception {
    return Optional.empty();
  }

  /**
   * Longest wait for what happens in another thread or process.
   *
   * @return 20 seconds by default
   */
  @Override
  public Duration patience() {
    return Duration.ofSeconds(20);
  }
}
