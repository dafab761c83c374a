package io.flowgauge.instrumentation.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.flowgauge.instrumentation.contract.InstrumentationProviderContract;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each rule of the contract fails for a provider that breaks it. */
class ContractFaultTest {
  /** Long enough for events that come, and short enough for those that never will. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  /** Some faults show only when threads happen to collide. */
  private static final int ATTEMPTS = 50;

  @ParameterizedTest
  @EnumSource(Fault.class)
  void contract_faultyProvider_failsTheRuleOfTheFault(Fault fault) {
    Throwable thrown = null;
    for (int attempt = 0; attempt < ATTEMPTS && thrown == null; attempt++) {
      thrown = thrown(fault);
    }
    assertThat(thrown)
        .as("what %s throws", fault.rule)
        .isNotNull()
        .isNotInstanceOf(org.opentest4j.TestAbortedException.class);
  }

  private static Throwable thrown(Fault fault) {
    SimulatedProviderTest contract =
        SimulatedProviderTest.of(new SimulatedProvider(fault), PATIENCE);
    return catchThrowable(() -> invoke(rule(fault.rule), contract));
  }

  @Test
  void contract_everyRule_hasAFault() {
    Set<String> rules =
        Arrays.stream(InstrumentationProviderContract.class.getMethods())
            .filter(method -> method.isAnnotationPresent(Test.class))
            .map(Method::getName)
            .collect(Collectors.toSet());
    Set<String> noticed =
        Arrays.stream(Fault.values()).map(fault -> fault.rule).collect(Collectors.toSet());
    assertThat(noticed).containsExactlyInAnyOrderElementsOf(rules);
  }

  private static Method rule(String name) {
    return Arrays.stream(InstrumentationProviderContract.class.getMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void invoke(Method rule, Object contract) throws Throwable {
    rule.setAccessible(true);
    try {
      rule.invoke(contract);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
