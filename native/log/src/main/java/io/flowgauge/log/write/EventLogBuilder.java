package io.flowgauge.log.write;

import io.flowgauge.log.ring.RingFiles;
import io.flowgauge.log.trigger.TriggerFile;
import io.flowgauge.log.trigger.TriggerWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** Settings of a log about to be opened. Not thread-safe. */
public final class EventLogBuilder {
  private static final int DEFAULT_RING = 1 << 20;
  private static final int MIN_BUFFER = 1 << 17;
  private static final int MAX_BUFFER = 1 << 28;
  private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(1);
  private static final Duration MAX_INTERVAL = Duration.ofDays(1);

  private final Optional<Path> path;
  private final Optional<Path> trigger;
  private Origin origin = Origin.ofThisProcess();
  private int bufferBytes;
  private Path ringFolder;
  private boolean buffered;
  private boolean forced;
  private Duration flushInterval = DEFAULT_INTERVAL;
  private Duration pollInterval = DEFAULT_INTERVAL;

  /** Either everything goes to a file, or a trigger file says what goes where, or nothing goes. */
  EventLogBuilder(Optional<Path> path, Optional<Path> trigger) {
    this.path = path;
    this.trigger = trigger;
  }

  /**
   * Name of the machine, as the log shall have it.
   *
   * @param host the name; by default what the operating system says
   * @return this
   */
  public EventLogBuilder host(String host) {
    origin = origin.withHost(Objects.requireNonNull(host, "host"));
    return this;
  }

  /**
   * Name of the program, as the log shall have it.
   *
   * @param program the name; by default that of the main class
   * @return this
   */
  public EventLogBuilder program(String program) {
    origin = origin.withProgram(Objects.requireNonNull(program, "program"));
    return this;
  }

  /**
   * Size of the ring each thread has.
   *
   * @param bytes 128 KiB to 256 MiB, a power of two; by default 1 MiB, and 128 KiB if {@link
   *     #buffered()}
   * @return this
   * @throws IllegalArgumentException if it is not such
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
   * The folder the rings are in. It is for this log alone; those who read the log while it is open,
   * or after its process was killed, must be told the folder if it is not the usual one. A folder
   * in memory, as {@code /dev/shm}, spares the disk the rings; they outlive the process there, too.
   * A log with a trigger file has its rings in memory only.
   *
   * @param folder the folder, made if it is missing; {@code x.nlb.rings} beside {@code x.nlb} by
   *     default
   * @return this
   */
  public EventLogBuilder rings(Path folder) {
    ringFolder = Objects.requireNonNull(folder, "folder");
    return this;
  }

  /**
   * Keeps the rings in memory only, not in files. A process that is killed then loses what its
   * threads logged last: of each thread no more than its ring, 128 KiB unless set otherwise, and no
   * more than the interval, one second unless set otherwise.
   *
   * @return this
   */
  public EventLogBuilder buffered() {
    buffered = true;
    return this;
  }

  /**
   * Has the events on the disk, not only with the operating system, once in each flush interval and
   * whenever the log is flushed. When the power fails nothing is lost but what was logged since.
   * Off by default, as a disk can take tens of milliseconds for that; calls that log never wait for
   * it, but if it takes so long that a ring becomes full, events are dropped.
   *
   * @return this
   */
  public EventLogBuilder forced() {
    forced = true;
    return this;
  }

  /**
   * How long an event stays in its ring at most.
   *
   * @param interval more than zero, at most a day; one second by default
   * @return this
   * @throws IllegalArgumentException if it is not such
   */
  public EventLogBuilder flushEvery(Duration interval) {
    flushInterval = requireInterval(interval);
    return this;
  }

  /**
   * How often a trigger file is looked at.
   *
   * @param interval more than zero, at most a day; one second by default
   * @return this
   * @throws IllegalArgumentException if it is not such
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
   * @throws IOException if the file cannot be opened for writing; rings that cannot be made do not
   *     hinder, but see {@link EventLog#ringFailure()}
   */
  public EventLog open() throws IOException {
    return Uninterrupted.call(() -> new EventLog(this));
  }

  Optional<Path> path() {
    return path;
  }

  Optional<TriggerWatch> trigger() {
    return trigger.map(file -> new TriggerWatch(TriggerFile.at(file)));
  }

  long pollNanos() {
    return pollInterval.toNanos();
  }

  /** For the name of the thread. */
  String name() {
    return path.or(() -> trigger).map(Path::getFileName).map(Path::toString).orElse("off");
  }

  Origin origin() {
    return origin;
  }

  boolean isForced() {
    return forced;
  }

  /** Where the rings of a log are. */
  Path ringFolder(Path log) {
    return ringFolder == null ? RingFiles.folder(log) : ringFolder;
  }

  /** Rings as they are wanted, or as they can be had. */
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
