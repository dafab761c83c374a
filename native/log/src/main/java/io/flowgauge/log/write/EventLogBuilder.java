package io.flowgauge.log.write;

import io.flowgauge.log.ring.RingFiles;
import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.trigger.TriggerFile;
import io.flowgauge.log.trigger.TriggerWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** Settings for opening a log. Not thread-safe. */
public final class EventLogBuilder {
  private static final int DEFAULT_RING = 1 << 20;
  private static final int MIN_BUFFER = 1 << 17;
  private static final int MAX_BUFFER = 1 << 28;
  private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(1);
  private static final Duration MAX_INTERVAL = Duration.ofDays(1);

  private final Optional<Path> path;
  private final Optional<LogDestination> otherDestination;
  private final Optional<Path> trigger;
  private Origin origin = Origin.ofThisProcess();
  private int bufferBytes;
  private Path ringFolder;
  private boolean buffered;
  private boolean forced;
  private boolean counted;
  private Duration flushInterval = DEFAULT_INTERVAL;
  private Duration pollInterval = DEFAULT_INTERVAL;

  /**
   * Creates a builder. At most one parameter is present: the file of a log, its other destination,
   * or its trigger file. Without any, all events are off.
   */
  EventLogBuilder(
      Optional<Path> path, Optional<LogDestination> otherDestination, Optional<Path> trigger) {
    this.path = path;
    this.otherDestination = otherDestination;
    this.trigger = trigger;
  }

  /**
   * Sets the name of the machine that the log records.
   *
   * @param host the name; by default the operating system's
   * @return this
   */
  public EventLogBuilder host(String host) {
    origin = origin.withHost(Objects.requireNonNull(host, "host"));
    return this;
  }

  /**
   * Sets the name of the program that the log records.
   *
   * @param program the name; by default that of the main class
   * @return this
   */
  public EventLogBuilder program(String program) {
    origin = origin.withProgram(Objects.requireNonNull(program, "program"));
    return this;
  }

  /**
   * Sets the size of each thread's ring.
   *
   * @param bytes 128 KiB to 256 MiB, a power of two; by default 1 MiB, and 128 KiB if {@link
   *     #buffered()}
   * @return this
   * @throws IllegalArgumentException if it is anything else
   */
  public EventLogBuilder buffer(int bytes) {
    if (bytes < MIN_BUFFER || bytes > MAX_BUFFER || Integer.bitCount(bytes) != 1) {
      throw new IllegalArgumentException(
          "bytes must be a power of two from 2^17 to 2^28, was " + bytes);
    }
    bufferBytes = bytes;
    return this;
  }

  /**
   * Sets the folder of the rings, which must belong to this log alone. To read the log while it is
   * open, or after its process was killed, a reader must name the folder unless it is the default
   * one. A folder in memory, such as {@code /dev/shm}, keeps the rings off the disk; they still
   * survive the process. A log with a trigger file keeps its rings in memory only.
   *
   * @param folder the folder, created if it is missing; by default {@code x.nlb.rings} next to
   *     {@code x.nlb}
   * @return this
   */
  public EventLogBuilder rings(Path folder) {
    ringFolder = Objects.requireNonNull(folder, "folder");
    return this;
  }

  /**
   * Keeps the rings in memory instead of in files. A killed process then loses what its threads
   * logged last: for each thread, at most the contents of its ring (128 KiB by default) and at most
   * what it logged in one flush interval (one second by default).
   *
   * @return this
   */
  public EventLogBuilder buffered() {
    buffered = true;
    return this;
  }

  /**
   * Forces events to disk, beyond handing them to the operating system, once per flush interval and
   * on each flush. A power failure then loses only what was logged since. Off by default, because a
   * disk can take tens of milliseconds for it. Logging calls never wait for this, but events are
   * dropped if a ring fills up in the meantime.
   *
   * @return this
   */
  public EventLogBuilder forced() {
    forced = true;
    return this;
  }

  /**
   * Takes the times of events from the processor's time stamp counter, which halves the cost of an
   * event. The counter is compared with the system clock four times a second. Events of different
   * threads are in order to within a microsecond or, while the system adjusts its clock, 0.2 ms.
   * Needs x86-64 Linux that itself keeps time by the counter, Java 22 or later, and {@code
   * --enable-native-access} for this module; otherwise the log uses the system clock, and {@link
   * EventLog#counterFailure()} says why. Off by default.
   *
   * @return this
   */
  public EventLogBuilder timeStampCounter() {
    counted = true;
    return this;
  }

  /**
   * Sets the flush interval: the longest time an event stays in its ring.
   *
   * @param interval more than zero, at most a day; one second by default
   * @return this
   * @throws IllegalArgumentException if it is outside this range
   */
  public EventLogBuilder flushEvery(Duration interval) {
    flushInterval = requireInterval(interval);
    return this;
  }

  /**
   * Sets how often the log checks its trigger file.
   *
   * @param interval more than zero, at most a day; one second by default
   * @return this
   * @throws IllegalArgumentException if it is outside this range
   */
  public EventLogBuilder pollEvery(Duration interval) {
    pollInterval = requireInterval(interval);
    return this;
  }

  private static Duration requireInterval(Duration interval) {
    if (interval.isZero() || interval.isNegative() || interval.compareTo(MAX_INTERVAL) > 0) {
      throw new IllegalArgumentException(
          "interval must be more than zero and at most a day, was " + interval);
    }
    return interval;
  }

  /**
   * Opens the log.
   *
   * @return an open log
   * @throws IOException if the file cannot be opened for writing. If ring files cannot be made, the
   *     log still opens; see {@link EventLog#ringFailure()}
   */
  public EventLog open() throws IOException {
    return Uninterrupted.call(() -> new EventLog(this));
  }

  Optional<Path> path() {
    return path;
  }

  Optional<LogDestination> otherDestination() {
    return otherDestination;
  }

  Optional<TriggerWatch> trigger() {
    return trigger.map(file -> new TriggerWatch(TriggerFile.at(file)));
  }

  long pollNanos() {
    return pollInterval.toNanos();
  }

  /** Returns a short name of the log for the names of its threads. */
  String name() {
    return path.or(() -> trigger)
        .map(Path::getFileName)
        .map(Path::toString)
        .or(() -> otherDestination.map(LogDestination::toString))
        .orElse("off");
  }

  Origin origin() {
    return origin;
  }

  boolean wantsCounter() {
    return counted;
  }

  boolean isForced() {
    return forced;
  }

  /** Returns the folder of the rings of a log. */
  Path ringFolder(Path log) {
    return ringFolder == null ? RingFiles.folder(log) : ringFolder;
  }

  /** Creates the rings: in files if wanted and possible, else in memory. */
  Rings rings(long log) {
    String name = "flowgauge-log-rings " + name();
    if (buffered) {
      return Rings.inMemory(bufferBytes == 0 ? Rings.BUFFER : bufferBytes, name);
    }
    int capacity = bufferBytes == 0 ? DEFAULT_RING : bufferBytes;
    return path.isPresent()
        ? Rings.inFiles(ringFolder(path.get()), log, capacity, name)
        : Rings.inMemory(capacity, name);
  }

  Duration flushInterval() {
    return flushInterval;
  }
}
