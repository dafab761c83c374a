package io.flowgauge.instrumentation.jvm.agent.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.jvm.sensor.Layout;
import io.flowgauge.instrumentation.jvm.sensor.SharedMemory;
import java.io.DataOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;

/** Requests to a simulated virtual machine. */
class SensorInstallerTest {
  private final Instrumentation machine =
      (Instrumentation)
          Proxy.newProxyInstance(
              SensorInstallerTest.class.getClassLoader(),
              new Class<?>[] {Instrumentation.class},
              (proxy, method, arguments) -> answer(method.getName()));

  private final SharedMemory memory =
      new SharedMemory(ByteBuffer.allocateDirect(Layout.RECORDS_AT), null, 0);
  private final Registry registry =
      new Registry(new DataOutputStream(OutputStream.nullOutputStream()));
  private final Eligibility eligibility = new Eligibility(machine);
  private final SensorTransformer transformer =
      new SensorTransformer(registry, eligibility, memory, 0, 0);
  private final Loaded loaded = new Loaded(machine);
  private final SensorInstaller installer =
      new SensorInstaller(
          loaded,
          registry,
          eligibility,
          transformer,
          memory,
          new ClassChanger(loaded, transformer));

  /** Number of further retransformations that fail for lack of memory. */
  private int failures;

  private int changed;

  private Object answer(String method) throws Exception {
    return switch (method) {
      case "getAllLoadedClasses" -> new Class<?>[] {StringJoiner.class};
      case "isModifiableClass" -> true;
      case "retransformClasses" -> change();
      default -> throw new UnsupportedOperationException(method);
    };
  }

  private Object change() throws Exception {
    if (--failures >= 0) {
      throw new OutOfMemoryError("Metaspace");
    }
    try (InputStream in = StringJoiner.class.getResourceAsStream("StringJoiner.class")) {
      byte[] type = in.readAllBytes();
      byte[] made =
          transformer.transform(null, "java/util/StringJoiner", StringJoiner.class, null, type);
      changed += made == null ? 0 : 1;
    }
    return null;
  }

  @Test
  void instrument_forWhichThereWasNoMemoryBefore_isDone() throws Exception {
    StandingRequest request =
        new StandingRequest(
            List.of(RegionPattern.parse("java.util.StringJoiner:length")), List.of(), 1, 0);
    failures = 1;
    assertThatThrownBy(() -> installer.instrument(request)).isInstanceOf(OutOfMemoryError.class);
    assertThat(registry.wanted()).isEmpty();

    List<SensorInstaller.Result> results = installer.instrument(request);
    assertThat(results).singleElement().matches(each -> each.refusal().isEmpty());
    assertThat(changed).isEqualTo(1);
  }
}
