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

import java.io.Closeable;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Samples the host: the processors in each sample, and one of the other files in turn, because
 * reading one costs as much as sampling several processes. Not thread-safe.
 */
final class HostReader implements Closeable {
  private static final double MICROS = 1e6;
  private static final long KIB = 1024;
  private static final String NO_PRESSURE =
      "the kernel has no pressure stall information (PSI), or it is switched off";

  private final Processors processors;
  private final Map<HostQuantity, Optional<KernelFile>> pressures =
      new EnumMap<>(HostQuantity.class);
  private final Optional<KernelFile> memory;
  private final Traffic disks;
  private final Traffic networks;

  private final Readings<HostQuantity> readings = new Readings<>(HostQuantity.class);
  private final List<Consumer<KernelText>> readers;
  private int nextReader;

  HostReader(Path root, Path devices) {
    processors = new Processors(root);
    pressures.put(CPU_PRESSURE, KernelFile.open(root.resolve("pressure/cpu")));
    pressures.put(MEMORY_PRESSURE, KernelFile.open(root.resolve("pressure/memory")));
    pressures.put(IO_PRESSURE, KernelFile.open(root.resolve("pressure/io")));
    memory = KernelFile.open(root.resolve("meminfo"));
    disks = Traffic.ofDisks(root, devices);
    networks = Traffic.ofNetworks(root, devices);
    readers =
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
   * @param time seconds from any fixed moment
   * @param seconds seconds since the last sample; 0 for the first, which reads everything
   */
  HostSample read(KernelText text, double time, double seconds) {
    readings.begin(time);
    CpuSet online = processors.read(text) ? processors.online() : CpuSet.parse("");
    if (!online.isEmpty() && seconds > 0) {
      double idle = processors.idle(online) / (online.count() * seconds);
      readings.put(CPU_BUSY, Math.max(0, 1 - idle));
    } else if (!online.isEmpty()) {
      readings.first(CPU_BUSY);
    }
    if (processors.runnable() >= 0) {
      readings.put(RUNNABLE, (double) processors.runnable());
    }
    if (seconds > 0) {
      readers.get(nextReader).accept(text);
      nextReader = (nextReader + 1) % readers.size();
    } else {
      readers.forEach(one -> one.accept(text));
    }
    return new HostSample(online.count(), readings);
  }

  /** Reads the first line, "some": the time in which at least one thread waited. */
  private void pressure(HostQuantity quantity, KernelText text) {
    Optional<KernelFile> file = pressures.get(quantity);
    if (file.isEmpty() || !file.get().readAll(text) || !text.skipPast("total=")) {
      readings.absent(quantity, NO_PRESSURE);
      return;
    }
    readings.rate(quantity, (double) text.number() / MICROS, 1);
  }

  private void memory(KernelText text) {
    if (memory.isEmpty() || !memory.get().readAll(text)) {
      return;
    }
    long swap = 0;
    while (text.hasMore()) {
      if (text.startsWith("MemAvailable:")) {
        readings.put(MEMORY_AVAILABLE, (double) text.number() * KIB);
      } else if (text.startsWith("SwapTotal:")) {
        swap = text.number();
      } else if (text.startsWith("SwapFree:")) {
        readings.put(SWAP_USED, (double) (swap - text.number()) * KIB);
      }
      text.nextLine();
    }
  }

  private void traffic(Traffic traffic, KernelText text, HostQuantity in, HostQuantity out) {
    if (traffic.read(text)) {
      readings.rate(in, traffic.in(), Double.POSITIVE_INFINITY);
      readings.rate(out, traffic.out(), Double.POSITIVE_INFINITY);
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
