package io.flowgauge.instrumentation.nativeprovider;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.shared.SharedSensor;
import io.flowgauge.testsupport.ProcessorTime;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The sensors of a process by number. */
class SensorTableTest {
  private static final SensorRequest REQUEST = SensorRequest.of("program:*");

  private final SensorTable table = new SensorTable(10);

  private void install(int count, Backend backend) {
    Map<Integer, SharedSensor> sensors = new LinkedHashMap<>();
    for (int k = 0; k < count; k++) {
      Place.Code code = new Place.Code(16L * k, "program");
      CodeRegion region =
          new CodeRegion("program", "f" + k, "f" + k, 16L * k, 16, Optional.empty(), false);
      Place place = new Place(region, code);
      int number = table.allocateNumber(code).orElseThrow();
      Verdicts.Verdict verdict = new Verdicts.Verdict(Optional.empty(), backend, 10);
      sensors.put(number, table.sensor(number, place, REQUEST, verdict));
    }
    table.addInstalled(sensors);
  }

  @Test
  void needSync_followsWhoCounts() {
    assertThat(table.needsSync()).isFalse();
    install(2, Backend.AGENT);
    assertThat(table.needsSync()).isFalse();
    install(1, Backend.KERNEL);
    assertThat(table.needsSync()).isTrue();
    table.markRemoved(Set.of(0));
    assertThat(table.needsSync()).as("counts of a sensor that is out are read, too").isTrue();
    install(1, Backend.AGENT);
    assertThat(table.needsSync()).isFalse();
  }

  /** The table is queried for each sensor. */
  @Test
  void needSync_ofManySensors_takesNoTime() {
    install(SensorTable.MOST, Backend.AGENT);
    Duration time =
        ProcessorTime.of(
            () -> {
              for (int k = 0; k < 10 * SensorTable.MOST; k++) {
                if (table.needsSync()) {
                  throw new AssertionError("no sensor is the kernel's");
                }
              }
            });
    assertThat(time).isLessThan(Duration.ofMillis(500));
  }
}
