package io.flowgauge.instrumentation.activity;

import io.flowgauge.instrumentation.Profile;
import io.flowgauge.run.PhaseType;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;

/**
 * A random call tree in which each region occurs once, with the expected outermost times per phase.
 */
final class RandomTree {
  private static final String[] MAPPED = {"MPI_Send_", "MPI_Barrier_", "MPI_File_read_"};
  private static final PhaseType[] PHASES = {
    PhaseType.COMMUNICATION, PhaseType.SYNCHRONIZATION, PhaseType.IO
  };
  private final Random random;
  private final Profiles profiles = new Profiles();
  private final Map<PhaseType, Double> covered = new EnumMap<>(PhaseType.class);
  private int left;

  RandomTree(int nodes, long seed) {
    random = new Random(seed);
    left = nodes;
    while (left > 0) {
      call("", false, 1000);
    }
  }

  private void call(String caller, boolean isInside, double atMost) {
    int number = left--;
    int kind = random.nextInt(6);
    boolean mapped = kind < MAPPED.length;
    String name = (mapped ? MAPPED[kind] : "work_") + number;
    double seconds = atMost * random.nextDouble();
    profiles.edge(caller, name, seconds);
    if (mapped && !isInside) {
      covered.merge(PHASES[kind], seconds, Double::sum);
    }
    double rest = seconds;
    while (left > 0 && random.nextInt(3) > 0) {
      rest /= 2;
      call(name, isInside || mapped, rest);
    }
  }

  Profile profile() {
    return profiles.profile();
  }

  double covered(PhaseType phase) {
    return covered.getOrDefault(phase, 0.0);
  }
}
