package io.flowgauge.control;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The processor time that may be spent, as a share of the time that activities run, and the time
 * that was spent: by the control's thread, by helper processes of this virtual machine, and by
 * sensors. Used by the control's thread only, except for {@link #spentNanos}.
 */
final class Budget {
  private static final String HELPER = "flowgauge";

  /** Assumed cost of examining an activity before one has been examined. */
  private static final double FIRST_GUESS = 30e6;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final double fraction;
  private final Map<Long, Long> helpersFirst;
  private final Map<Long, Long> helpers = new TreeMap<>();
  private final Map<Object, Double> sensors = new HashMap<>();
  private long counted = System.nanoTime();
  private double allowed;
  private double measured;
  private double ended;
  private int examinations;
  private volatile double spent;

  /**
   * Creates a budget.
   *
   * @param fraction fraction of the time that activities run
   */
  Budget(double fraction) {
    this.fraction = fraction;
    findHelpers();
    helpersFirst = Map.copyOf(helpers);
  }

  /**
   * Updates what may be spent and what was spent since the last update.
   *
   * @param running how many activities have been running since the last update
   */
  void update(int running) {
    long now = System.nanoTime();
    allowed += fraction * running * (now - counted);
    counted = now;
    helpers.replaceAll((pid, before) -> helperNanos(pid, before));
    double helping = 0;
    for (Map.Entry<Long, Long> each : helpers.entrySet()) {
      helping += each.getValue() - helpersFirst.getOrDefault(each.getKey(), 0L);
    }
    double measuring = measured + sensors.values().stream().mapToDouble(Double::doubleValue).sum();
    spent = threads.getCurrentThreadCpuTime() + helping + measuring;
  }

  /** Notes what the sensors of an examination have cost so far. */
  void recordSensorCost(Object examination, double nanos) {
    sensors.put(examination, nanos);
  }

  double spentNanos() {
    return spent;
  }

  double allowedNanos() {
    return allowed;
  }

  boolean isExceeded() {
    return spent > allowed;
  }

  /**
   * Whether there is enough for another examination, for a policy that may use a share of the
   * budget.
   */
  boolean allowsOneMore(double share, int underWay) {
    double each = examinations == 0 ? FIRST_GUESS : ended / examinations;
    return spent + each * (1 + underWay / 2.0) <= share * allowed;
  }

  /**
   * Notes the end of an examination. The examination is not kept, because its candidate holds a
   * report of the whole run.
   *
   * @param sensorNanos total cost of its sensors
   * @param nanos approximate cost of everything else
   */
  void recordEnd(Object examination, double sensorNanos, double nanos) {
    sensors.remove(examination);
    measured += sensorNanos;
    ended += nanos;
    examinations++;
  }

  /** Looks for helpers that have started; the native provider's is recognised by its name. */
  void findHelpers() {
    ProcessHandle.current()
        .children()
        .map(ProcessHandle::pid)
        .filter(pid -> readProc(pid, "comm").equals(HELPER))
        .forEach(pid -> helpers.putIfAbsent(pid, 0L));
    helpers.replaceAll((pid, before) -> helperNanos(pid, before));
  }

  /** Returns the processor time of a process so far; the last known time if it has ended. */
  private static long helperNanos(long pid, long before) {
    String text = readProc(pid, "schedstat");
    return text.isEmpty() ? before : Long.parseLong(text.substring(0, text.indexOf(' ')));
  }

  private static String readProc(long pid, String file) {
    try {
      Path path = Path.of("/proc", String.valueOf(pid), file);
      return Files.readString(path, StandardCharsets.ISO_8859_1).strip();
    } catch (IOException e) {
      return ""; // The process has ended, or the kernel does not show it.
    }
  }
}
