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
 * Bytes that went into and out of the host's devices since it started. Only real devices count:
 * what goes through a virtual one goes through one of these, too. Not thread-safe.
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

  /** Takes the counters as they are; false if they cannot be known. */
  boolean read(KernelText text) {
    in = 0;
    out = 0;
    if (file.isEmpty() || !file.get().all(text)) {
      return false;
    }
    while (text.hasMore()) {
      line(text);
      text.nextLine();
    }
    return true;
  }

  abstract void line(KernelText text);

  /** Whether a device counts; asked once of each. */
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

  /** Bytes read or received. */
  double in() {
    return in;
  }

  /** Bytes written or sent. */
  double out() {
    return out;
  }

  @Override
  public void close() {
    file.ifPresent(KernelFile::close);
  }

  /** Lines of numbers of the device, its name, reads, merged ones, sectors, and so on. */
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

  /** Lines of a name, a colon, eight numbers of what was received and eight of what was sent. */
  private static final class Networks extends Traffic {
    private static final int BETWEEN = 7;

    /** In a container there is nothing but virtual ones. */
    private final boolean areAllVirtual;

    Networks(Path file, Path devices) {
      super(file, devices);
      areAllVirtual = noneReal(devices);
    }

    private static boolean noneReal(Path devices) {
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
