package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.ProgramListener;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A launched command and all it starts, in whatever way: every program has its sensors before it
 * has called anything, and not one call is missing.
 */
@Timeout(60)
class FamilyTest {
  private static final int CALLS = 1000;
  private static final SensorRequest LEAF = SensorRequest.of("family*:leaf");

  @TempDir Path folder;

  /** Puts a sensor into each program, and keeps it. */
  private static final class Sensing implements ProgramListener {
    private final List<InstrumentedProcess> programs =
        Collections.synchronizedList(new ArrayList<>());
    private final List<Refusal> refusals = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void begins(InstrumentedProcess program) {
      assertThat(program.status().state()).isEqualTo(ProcessStatus.State.STARTING);
      program.instrument(LEAF).refusal().ifPresent(refusals::add);
      programs.add(program);
    }

    @Override
    public void refused(long pid, Refusal reason) {
      refusals.add(reason);
    }

    long calls() {
      return programs.stream()
          .flatMap(program -> program.profile().regions().stream())
          .mapToLong(RegionProfile::calls)
          .sum();
    }
  }

  /** The file has a byte for each process that worked. */
  private long workers(Path file) throws Exception {
    return Files.size(file);
  }

  private Sensing launch(List<String> command) throws Exception {
    Sensing sensing = new Sensing();
    LaunchRequest request = LaunchRequest.of(command).withPrograms(sensing);
    try (InstrumentedProcess process = Sensors.provider().launch(request).orThrow()) {
      sensing.begins(process);
      process.resume().orThrow();
      while (process.status().state() != ProcessStatus.State.EXITED) {
        Thread.sleep(5);
      }
      assertThat(process.status().exitCode()).as("exit status").hasValue(0);
    }
    return sensing;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "f", "e", "s", "v", "t", "p", "a", "ff", "fe", "es", "vfetsap", "tpfavsef"})
  void family_withSensors_countsEveryCall(String word) throws Exception {
    Path file = folder.resolve("workers");
    List<String> command =
        List.of(Built.c("family").toString(), file.toString(), "" + CALLS, word);

    Sensing sensing = launch(command);

    assertThat(sensing.refusals).isEmpty();
    assertThat(sensing.calls()).isEqualTo(workers(file) * CALLS);
    assertThat(workers(file)).isEqualTo(1 + word.replaceAll("[pa]", "").length());
    sensing.programs.forEach(InstrumentedProcess::close);
  }
}
