package io.flowgauge.resources;

import io.flowgauge.analysis.Measured;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A process that is sampled through files that stay open, so that reuse of its pid does no harm.
 * Because reading its new threads and children, memory and transfers costs more than a sample, this
 * is done only in its first samples, whenever it begins to run, and in every sixteenth sample while
 * it runs. Not thread-safe.
 */
final class WatchedProcess implements Closeable {
  private static final int YOUNG = 4;
  private static final int LOOK_EVERY = 16;
  private static final int AFFINITY_EVERY = 64;

  final long pid;
  final String name;
  final ActivityTally tally;
  private final ProcFolder proc;
  private final Path threadFolder;
  private final Quota quota;
  private final List<Path> groups;
  private final KernelFile memory;
  private final Optional<KernelFile> transfers;
  private final long pageBytes;
  private final List<WatchedThread> threads = new ArrayList<>();

  /** The start of its current interval, in seconds of the sampler's clock. */
  private double intervalStart;

  private double watchedSince;
  private int age;
  private boolean hasLostThreads;
  private boolean isIdle;
  private boolean isLooking;
  private long memoryBytes;
  private final Rate read = new Rate();
  private final Rate written = new Rate();

  /** The rate of a counter of bytes that only grows. */
  private static final class Rate {
    private long last = -1;
    private double lastTime;
    private Measured rate =
        Measured.absent("it was read only once so far, but a rate needs two readings");

    void take(long bytes, double now) {
      if (last >= 0 && now > lastTime) {
        rate = Measured.of(Math.max(0, bytes - last) / (now - lastTime));
      }
      last = bytes;
      lastTime = now;
    }
  }

  private WatchedProcess(ProcFolder proc, long pid, String name, Parts parts) {
    this.proc = proc;
    this.threadFolder = proc.threads(pid);
    this.pid = pid;
    this.name = name;
    tally = parts.tally();
    memory = parts.memory();
    pageBytes = parts.pageBytes();
    quota = parts.quota();
    groups = parts.groups();
    transfers = KernelFile.open(proc.of(pid).resolve("io"));
  }

  /** The other arguments of the constructor. */
  record Parts(
      ActivityTally tally, KernelFile memory, long pageBytes, Quota quota, List<Path> groups) {}

  /**
   * Opens a process; empty if it has ended, or may not be read.
   *
   * @param sampler the sampler that watches it
   * @param since when measuring it begins; times of its threads before that do not count
   * @param whole whether it began after that, so that all its times so far count
   */
  static Optional<WatchedProcess> open(
      Sampler sampler, long pid, ActivityTally tally, double since, boolean whole) {
    ProcFolder proc = sampler.proc();
    Optional<String> name = proc.name(pid);
    Optional<KernelFile> memory = KernelFile.open(proc.of(pid).resolve("statm"));
    if (name.isEmpty() || memory.isEmpty()) {
      memory.ifPresent(KernelFile::close);
      return Optional.empty();
    }
    Quota quota = sampler.quota(pid);
    List<Path> groups = sampler.groups(pid, quota);
    Parts parts = new Parts(tally, memory.get(), sampler.pageBytes(), quota, groups);
    WatchedProcess process = new WatchedProcess(proc, pid, name.get(), parts);
    process.intervalStart = since;
    process.watchedSince = since;
    process.openNewThreads(sampler);
    if (process.threads.isEmpty()) {
      process.close();
      return Optional.empty();
    }
    if (whole) {
      process.threads.forEach(WatchedThread::countFromStart);
    }
    return Optional.of(process);
  }

  /** Reads the times since the last sample; false if it has ended, even if it is not yet reaped. */
  boolean measure(Sampler sampler) {
    KernelText text = sampler.text();
    boolean wasIdle = isIdle;
    isIdle = readTimes(text);
    // An idle process starts no thread or child. Exiting uses processor time, then it is idle.
    isLooking = age < YOUNG || (!isIdle && (wasIdle || isDue(LOOK_EVERY)));
    if ((isLooking || (isIdle && !wasIdle)) && !isAlive(text)) {
      return false;
    }
    if (isLooking || hasLostThreads) {
      openNewThreads(sampler);
      transfers(text, sampler.now());
    }
    if (!isIdle && isDue(AFFINITY_EVERY)) {
      threads.forEach(thread -> thread.group = group(sampler, thread.id));
    }
    age++;
    return !threads.isEmpty();
  }

  /** Reads the times of its threads; whether none of them ran or waited. */
  private boolean readTimes(KernelText text) {
    boolean isIdle = true;
    for (int k = threads.size() - 1; k >= 0; k--) {
      WatchedThread thread = threads.get(k);
      if (thread.measure(text)) {
        isIdle &= thread.ran == 0 && thread.waited == 0;
      } else {
        thread.close();
        threads.remove(k);
        hasLostThreads = true;
      }
    }
    return isIdle;
  }

  /** Whether it has not ended: its memory size is 0 once it has, even before it is reaped. */
  boolean isAlive(KernelText text) {
    boolean isAlive = memory.readLine(text) && text.number() > 0;
    memoryBytes = text.number() * pageBytes;
    return isAlive;
  }

  /** Whether it is its turn, once every so many samples; the pid spreads processes over samples. */
  private boolean isDue(int every) {
    return age < YOUNG || (age + pid) % every == 0;
  }

  private SchedulingGroup group(Sampler sampler, long thread) {
    return sampler.group(proc.cpus(pid, thread, sampler.text()), quota);
  }

  /** Opens its new threads and takes their times so far as the baseline. */
  private void openNewThreads(Sampler sampler) {
    if (!hasLostThreads && ProcFolder.threadCount(threadFolder) == threads.size()) {
      return;
    }
    hasLostThreads = false;
    Set<Long> known = threads.stream().map(thread -> thread.id).collect(Collectors.toSet());
    for (long id : proc.threadIds(pid)) {
      if (!known.contains(id)) {
        WatchedThread.open(threadFolder, id, group(sampler, id))
            .filter(thread -> thread.measure(sampler.text()))
            .ifPresent(threads::add);
      }
    }
  }

  /** Reads the bytes transferred from and to disks. Only the same user and root may read them. */
  private void transfers(KernelText text, double now) {
    if (transfers.isPresent() && transfers.get().readAll(text)) {
      while (text.hasMore()) {
        if (text.startsWith("read_bytes:")) {
          read.take(text.number(), now);
        } else if (text.startsWith("write_bytes:")) {
          written.take(text.number(), now);
        }
        text.nextLine();
      }
    }
  }

  /**
   * Returns the pids of its children if new ones are to be looked for in this sample; else none.
   */
  List<Long> children(KernelText text) {
    if (!isLooking) {
      return List.of();
    }
    List<Long> children = new ArrayList<>();
    for (WatchedThread thread : threads) {
      if (thread.readChildren(text)) {
        while (text.hasNumber()) {
          children.add(text.number());
        }
      }
    }
    return children;
  }

  List<WatchedThread> threads() {
    return threads;
  }

  /** Returns the control groups to sample for it. */
  List<Path> groups() {
    return groups;
  }

  /** Returns since when it has been watched. */
  double watchedSince() {
    return watchedSince;
  }

  /** Returns since when it has been watched in this interval. */
  double intervalStart() {
    return intervalStart;
  }

  /** Adds the times of the interval to the activity, returns them, and begins the next interval. */
  ProcessSample sample(double now) {
    double seconds = now - intervalStart;
    intervalStart = now;
    double ran = 0;
    double external = 0;
    double serialised = 0;
    for (WatchedThread thread : threads) {
      double share = thread.group.externalShare();
      tally.add(thread.ran, thread.waited, share, now - tally.watchedSince());
      ran += thread.ran;
      external += thread.waited * share;
      serialised += thread.waited * (1 - share);
    }
    return new ProcessSample(
        pid,
        name,
        tally.activity(),
        threads.size(),
        seconds,
        ran,
        external,
        serialised,
        memoryBytes,
        transfers.isPresent()
            ? read.rate
            : Measured.absent("/proc/PID/io cannot be read, as for processes of other users"),
        transfers.isPresent()
            ? written.rate
            : Measured.absent("/proc/PID/io cannot be read, as for processes of other users"),
        threads.isEmpty() ? UsableProcessors.UNKNOWN : threads.get(0).group.usable());
  }

  @Override
  public void close() {
    threads.forEach(WatchedThread::close);
    memory.close();
    transfers.ifPresent(KernelFile::close);
  }
}
