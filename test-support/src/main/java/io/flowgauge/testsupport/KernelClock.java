package io.flowgauge.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The clock source of the kernel. */
public final class KernelClock {
  private static final Path SOURCE =
      Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");

  private KernelClock() {}

  /**
   * Whether it is the processor's time stamp counter, as programs that read that counter require.
   */
  public static boolean isCounter() throws IOException {
    return Files.exists(SOURCE) && Files.readString(SOURCE).strip().equals("tsc");
  }
}
