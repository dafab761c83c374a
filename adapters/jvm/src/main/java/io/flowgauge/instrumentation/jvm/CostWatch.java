package io.flowgauge.instrumentation.jvm;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorResult;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Compares the sensors' cost with their limits, ten times a second, on a daemon thread that exists
 * only while there are limits. A sensor's cost is the number of calls since the last look times the
 * cost of one call, divided by the time since then: a fraction of one processor. Thread-safe.
 */
final class CostWatch {
  private static final long EVERY_MILLIS = 100;

  /** The limit of one region, and its cost at the last look. */
  private static final class Watched {
    final double limit;
    double costNanos;

    Watched(double limit) {
      this.limit = limit;
    }
  }

  private final JvmProcess process;
  private final Consumer<String> tooCostly;
  private final Map<String, Watched> limits = new ConcurrentHashMap<>();
  private boolean running;

  /**
   * Watches a process, and reports the qualified linkage name of each region that costs too much.
   */
  CostWatch(JvmProcess process, Consumer<String> tooCostly) {
    this.process = process;
    this.tooCostly = tooCostly;
  }

  /** Returns the name by which a region is watched. */
  static String key(CodeRegion region) {
    return region.unit() + ":" + region.linkageName();
  }

  synchronized void watch(Iterable<SensorResult> sensors, double limit) {
    for (SensorResult sensor : sensors) {
      limits.put(key(sensor.region()), new Watched(limit));
    }
    if (!running && !limits.isEmpty()) {
      running = true;
      Thread thread = new Thread(this::run, "flowgauge-cost");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void run() {
    long before = System.nanoTime();
    look(Double.POSITIVE_INFINITY);
    try {
      while (process.isAttached()) {
        Thread.sleep(EVERY_MILLIS);
        long now = System.nanoTime();
        look((double) (now - before));
        before = now;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Cannot happen: nobody else has this thread.
    }
  }

  private void look(double elapsedNanos) {
    for (RegionProfile region : process.profile().regions()) {
      String key = key(region.region());
      Watched watched = limits.get(key);
      if (watched == null || !region.installed()) {
        continue;
      }
      double spent = region.costNanos() - watched.costNanos;
      watched.costNanos = region.costNanos();
      if (spent > watched.limit * elapsedNanos) {
        limits.remove(key);
        tooCostly.accept(key);
      }
    }
  }
}
