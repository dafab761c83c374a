package io.flowgauge.resources;

import static io.flowgauge.resources.GroupQuantity.CPU_USED;
import static io.flowgauge.resources.GroupQuantity.MEMORY;
import static io.flowgauge.resources.GroupQuantity.MEMORY_HIGH;
import static io.flowgauge.resources.GroupQuantity.MEMORY_MAX;
import static io.flowgauge.resources.GroupQuantity.MEMORY_PEAK;
import static io.flowgauge.resources.GroupQuantity.OOM_KILLS;
import static io.flowgauge.resources.GroupQuantity.READ;
import static io.flowgauge.resources.GroupQuantity.THROTTLED;
import static io.flowgauge.resources.GroupQuantity.WRITTEN;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Samples one control group: its processor times in each sample, and one of its other files in
 * turn. Not thread-safe.
 */
final class GroupReader implements Closeable {
  private static final double MICROS = 1e6;
  private static final double NO_LIMIT = Double.POSITIVE_INFINITY;
  private static final Map<String, GroupQuantity> EVENTS =
      Map.of("high ", MEMORY_HIGH, "max ", MEMORY_MAX, "oom_kill ", OOM_KILLS);

  private final Optional<KernelFile> cpu;
  private final Optional<KernelFile> memory;
  private final Optional<KernelFile> peak;
  private final Optional<KernelFile> events;
  private final Optional<KernelFile> io;
  private final Readings<GroupQuantity> readings = new Readings<>(GroupQuantity.class);
  private final List<Consumer<KernelText>> readers;
  private int nextReader = -1;

  GroupReader(Path folder) {
    cpu = KernelFile.open(folder.resolve("cpu.stat"));
    memory = KernelFile.open(folder.resolve("memory.current"));
    peak = KernelFile.open(folder.resolve("memory.peak"));
    events = KernelFile.open(folder.resolve("memory.events"));
    io = KernelFile.open(folder.resolve("io.stat"));
    readers =
        List.of(
            text -> bytes(memory, text, MEMORY),
            text -> bytes(peak, text, MEMORY_PEAK),
            this::events,
            this::transfers);
  }

  /** Reads the quantities due in this sample. The first call reads all. */
  Readings<GroupQuantity> read(KernelText text, double now) {
    readings.begin(now);
    processors(text);
    if (nextReader < 0) {
      readers.forEach(one -> one.accept(text));
    } else {
      readers.get(nextReader).accept(text);
    }
    nextReader = (nextReader + 1) % readers.size();
    return readings;
  }

  private void processors(KernelText text) {
    if (cpu.isEmpty() || !cpu.get().readAll(text)) {
      return;
    }
    while (text.hasMore()) {
      if (text.startsWith("usage_usec ")) {
        readings.rate(CPU_USED, (double) text.number() / MICROS, NO_LIMIT);
      } else if (text.startsWith("throttled_usec ")) {
        readings.rate(THROTTLED, (double) text.number() / MICROS, NO_LIMIT);
      }
      text.nextLine();
    }
  }

  private void bytes(Optional<KernelFile> file, KernelText text, GroupQuantity quantity) {
    if (file.isPresent() && file.get().readLine(text) && text.hasNumber()) {
      readings.put(quantity, (double) text.number());
    }
  }

  private void events(KernelText text) {
    if (events.isEmpty() || !events.get().readAll(text)) {
      return;
    }
    while (text.hasMore()) {
      for (var event : EVENTS.entrySet()) {
        if (text.startsWith(event.getKey())) {
          readings.put(event.getValue(), (double) text.number());
        }
      }
      text.nextLine();
    }
  }

  /** Sums the bytes of all devices. Each device has a line of named numbers, once it was used. */
  private void transfers(KernelText text) {
    if (io.isEmpty()) {
      return;
    }
    double read = 0;
    double written = 0;
    boolean hasAny = io.get().readAll(text);
    while (hasAny && text.hasMore()) {
      read += text.skipPast("rbytes=") ? text.number() : 0;
      written += text.skipPast("wbytes=") ? text.number() : 0;
      text.nextLine();
    }
    readings.rate(READ, read, NO_LIMIT);
    readings.rate(WRITTEN, written, NO_LIMIT);
  }

  @Override
  public void close() {
    List.of(cpu, memory, peak, events, io).forEach(file -> file.ifPresent(KernelFile::close));
  }
}
