package io.flowgauge.resources;

import static io.flowgauge.resources.HostQuantity.CPU_BUSY;
import static io.flowgauge.resources.HostQuantity.CPU_PRESSURE;
import static io.flowgauge.resources.HostQuantity.DISK_READ;
import static io.flowgauge.resources.HostQuantity.DISK_WRITTEN;
import static io.flowgauge.resources.HostQuantity.IO_PRESSURE;
import static io.flowgauge.resources.HostQuantity.MEMORY_AVAILABLE;
import static io.flowgauge.resources.HostQuantity.MEMORY_PRESSURE;
import static io.flowgauge.resources.HostQuantity.NETWORK_RECEIVED;
import static io.flowgauge.resources.HostQuantity.NETWORK_SENT;
import static io.flowgauge.resources.HostQuantity.RUNNABLE;
import static io.flowgauge.resources.HostQuantity.SWAP_USED;

import io.flowgauge.analysis.Measured;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Samples the host: the processors every time, and one of the rest in turn, as each costs as much
 * as some processes. Not thread-safe.
 */
final class HostReader implements Closeable {
  private static final double MICROS = 1e6;
  private static final long KIB = 1024;
  private static final String FIRST = "it was read only once";
  private static final String NO_PRESSURE =
      "the kernel has no pressure stall information (PSI), or it is switched off";

  private final Processors processors;
  private final Map<HostQuantity, Optional<KernelFile>> pressures =
      new EnumMap<>(HostQuantity.class);
  private final Map<HostQuantity, Counter> counters = new EnumMap<>(HostQuantity.class);
  private final Optional<KernelFile> memory;
  private final Traffic disks;
  private final Traffic networks;

  private final Map<HostQuantity, Measured> values = new EnumMap<>(HostQuantity.class);
  private final Map<HostQuantity, Double> lastRead = new EnumMap<>(HostQuantity.class);
  private final Map<HostQuantity, Double> spans = new EnumMap<>(HostQuantity.class);
  private final List<Consumer<KernelText>> turns;
  private int turn;
  private double now;

  /** A number that only grows. */
  private static final class Counter {
    private double last = Double.NaN;
    private double lastTime;

    /** By how much it has grown a second; absent at first. */
    Measured rate(double value, double now) {
      double growth = value - last;
      double seconds = now - lastTime;
      boolean isKnown = seconds > 0 && growth >= 0;
      last = value;
      lastTime = now;
      return isKnown ? Measured.of(growth / seconds) : Measured.absent(FIRST);
    }
  }

  HostReader(Path root, Path devices) {
    processors = new Processors(root);
    pressures.put(CPU_PRESSURE, KernelFile.open(root.resolve("pressure/cpu")));
    pressures.put(MEMORY_PRESSURE, KernelFile.open(root.resolve("pressure/memory")));
    pressures.put(IO_PRESSURE, KernelFile.open(root.resolve("pressure/io")));
    memory = KernelFile.open(root.resolve("meminfo"));
    disks = Traffic.ofDisks(root, devices);
    networks = Traffic.ofNetworks(root, devices);
    turns =
        List.of(
            text -> pressure(CPU_PRESSURE, text),
            this::memory,
            text -> traffic(disks, text, DISK_READ, DISK_WRITTEN),
            text -> pressure(IO_PRESSURE, text),
            text -> traffic(networks, text, NETWORK_RECEIVED, NETWORK_SENT),
            text -> pressure(MEMORY_PRESSURE, text));
  }

  Processors processors() {
    return processors;
  }

  /**
   * Takes a sample.
   *
   * @param time in seconds from anywhere
   * @param seconds since the last one; 0 for the first, which reads everything
   */
  HostSample read(KernelText text, double time, double seconds) {
    now = time;
    spans.clear();
    CpuSet online = processors.read(text) ? processors.online() : CpuSet.parse("");
    if (!online.isEmpty() && seconds > 0) {
      double idle = processors.idle(online) / (online.count() * seconds);
      put(CPU_BUSY, Measured.of(Math.max(0, 1 - idle)));
    } else if (!online.isEmpty()) {
      put(CPU_BUSY, Measured.absent(FIRST));
    }
    if (processors.runnable() >= 0) {
      put(RUNNABLE, Measured.of((double) processors.runnable()));
    }
    if (seconds > 0) {
      turns.get(turn).accept(text);
      turn = (turn + 1) % turns.size();
    } else {
      turns.forEach(one -> one.accept(text));
    }
    return new HostSample(online.count(), values, spans);
  }

  /** The first line says in which part of time some thread waited, and not all. */
  private void pressure(HostQuantity quantity, KernelText text) {
    Optional<KernelFile> file = pressures.get(quantity);
    if (file.isEmpty() || !file.get().all(text) || !text.skipPast("total=")) {
      put(quantity, Measured.absent(NO_PRESSURE));
      return;
    }
    Measured rate = rate(quantity, (double) text.number() / MICROS);
    put(quantity, rate.isMeasured() ? Measured.of(Math.min(1, rate.value())) : rate);
  }

  private void put(HostQuantity quantity, Measured value) {
    values.put(quantity, value);
    Double before = lastRead.put(quantity, now);
    spans.put(quantity, before == null ? 0 : now - before);
  }

  private Measured rate(HostQuantity quantity, double value) {
    return counters.computeIfAbsent(quantity, q -> new Counter()).rate(value, now);
  }

  private void memory(KernelText text) {
    if (memory.isEmpty() || !memory.get().all(text)) {
      return;
    }
    long swap = 0;
    while (text.hasMore()) {
      if (text.startsWith("MemAvailable:")) {
        put(MEMORY_AVAILABLE, Measured.of((double) text.number() * KIB));
      } else if (text.startsWith("SwapTotal:")) {
        swap = text.number();
      } else if (text.startsWith("SwapFree:")) {
        put(SWAP_USED, Measured.of((double) (swap - text.number()) * KIB));
      }
      text.nextLine();
    }
  }

  private void traffic(Traffic traffic, KernelText text, HostQuantity in, HostQuantity out) {
    if (traffic.read(text)) {
      put(in, rate(in, traffic.in()));
      put(out, rate(out, traffic.out()));
    }
  }

  @Override
  public void close() {
    processors.close();
    pressures.values().forEach(file -> file.ifPresent(KernelFile::close));
    memory.ifPresent(KernelFile::close);
    disks.close();
    networks.close();
  }
}
