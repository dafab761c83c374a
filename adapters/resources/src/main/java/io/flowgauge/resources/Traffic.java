package io.flowgauge.resources;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Bytes read from and written to the host's devices since it started. Only physical devices count:
 * the traffic of a virtual device also passes through one of them. Not thread-safe.
 */
abstract class Traffic implements Closeable {
  private final Optional<KernelFile> file;
  private final Path devices;
  private final Map<String, Boolean> known = new HashMap<>();
  private double in;
  private double out;

  private Traffic(Path file, Path devices) {
    this.file = KernelFile.open(file);
    this.devices = devices;
  }

  static Traffic ofDisks(Path root, Path devices) {
    return new Disks(root.resolve("diskstats"), devices.resolve("block"));
  }

  static Traffic ofNetworks(Path root, Path devices) {
    return new Networks(root.resolve("net/dev"), devices.resolve("class/net"));
  }

  /** Reads the current counters; false if they cannot be read. */
  boolean read(KernelText text) {
    in = 0;
    out = 0;
    if (file.isEmpty() || !file.get().readAll(text)) {
      return false;
    }
    while (text.hasMore()) {
      line(text);
      text.nextLine();
    }
    return true;
  }

  abstract void line(KernelText text);

  /** Whether a device counts; the answer is cached. */
  boolean isCounted(String name) {
    return known.computeIfAbsent(name, device -> isReal(devices.resolve(device)));
  }

  boolean isReal(Path device) {
    return Files.exists(device.resolve("device"));
  }

  void add(double received, double sent) {
    in += received;
    out += sent;
  }

  /** Returns the bytes read or received. */
  double in() {
    return in;
  }

  /** Returns the bytes written or sent. */
  double out() {
    return out;
  }

  @Override
  public void close() {
    file.ifPresent(KernelFile::close);
  }

  /**
   * Disks. A line holds two device numbers, the name, and then counters: reads, merged reads,
   * sectors read, milliseconds, and the same four for writes.
   */
  private static final class Disks extends Traffic {
    private static final double SECTOR = 512;

    Disks(Path file, Path devices) {
      super(file, devices);
    }

    @Override
    void line(KernelText text) {
      text.number();
      text.number();
      if (isCounted(text.word(" "))) {
        text.number();
        text.number();
        double read = (double) text.number() * SECTOR;
        text.number();
        text.number();
        text.number();
        add(read, (double) text.number() * SECTOR);
      }
    }
  }

  /** Networks. A line holds a name, a colon, eight counters of receiving and eight of sending. */
  private static final class Networks extends Traffic {
    private static final int BETWEEN = 7;

    /** Whether no device is physical, as in a container; then all but the loopback device count. */
    private final boolean areAllVirtual;

    Networks(Path file, Path devices) {
      super(file, devices);
      areAllVirtual = hasOnlyVirtualDevices(devices);
    }

    private static boolean hasOnlyVirtualDevices(Path devices) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(devices)) {
        for (Path device : all) {
          if (Files.exists(device.resolve("device"))) {
            return false;
          }
        }
      } catch (IOException | DirectoryIteratorException e) {
        return true;
      }
      return true;
    }

    @Override
    boolean isReal(Path device) {
      return areAllVirtual ? !device.endsWith("lo") : super.isReal(device);
    }

    @Override
    void line(KernelText text) {
      String name = text.word(":|");
      if (text.hasNumber() && isCounted(name)) {
        double received = (double) text.number();
        for (int k = 0; k < BETWEEN; k++) {
          text.number();
        }
        add(received, (double) text.number());
      }
    }
  }
}
