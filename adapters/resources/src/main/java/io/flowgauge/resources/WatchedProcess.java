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
 * New threads and children, memory and transfers are looked at in the first samples, whenever it
 * begins to run, and in every sixteenth sample while it does, as a look costs more than a sample.
 * Not thread-safe.
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

  /** Since when the current interval counts for it, in seconds of the sampler's clock. */
  private double since;

  private double watchedSince;
  private int age;
  private boolean hasLostThreads;
  private boolean isIdle;
  private boolean isLooking;
  private long memoryBytes;
  private final Rate read = new Rate();
  private final Rate written = new Rate();

  /** A number of bytes that only grows. */
  private static final class Rate {
    private long last = -1;
    private double lastTime;
    private Measured rate = Measured.absent("it was read only once");

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

  /** A process's facts besides its pid. */
  record Parts(
      ActivityTally tally, KernelFile memory, long pageBytes, Quota quota, List<Path> groups) {}

  /**
   * Opens a process; empty if it has ended, or may not be read.
   *
   * @param sampler where threads belong
   * @param since when it began to count: what its threads did before does not
   * @param whole whether all of what it did so far lies after that
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
    process.since = since;
    process.watchedSince = since;
    process.look(sampler);
    if (process.threads.isEmpty()) {
      process.close();
      return Optional.empty();
    }
    if (whole) {
      process.threads.forEach(WatchedThread::fromItsStart);
    }
    return Optional.of(process);
  }

  /**
   * Takes what happened since the last sample; false if it has ended, even if it is not yet reaped.
   */
  boolean measure(Sampler sampler) {
    KernelText text = sampler.text();
    boolean wasIdle = isIdle;
    isIdle = readTimes(text);
    // What does not run starts nothing. Ending is work, too: after it comes idleness.
    isLooking = age < YOUNG || (!isIdle && (wasIdle || isDue(LOOK_EVERY)));
    if ((isLooking || (isIdle && !wasIdle)) && !lives(text)) {
      return false;
    }
    if (isLooking || hasLostThreads) {
      look(sampler);
      transfers(text, sampler.now());
    }
    if (!isIdle && isDue(AFFINITY_EVERY)) {
      threads.forEach(thread -> thread.place = place(sampler, thread.id));
    }
    age++;
    return !threads.isEmpty();
  }

  /** Whether nothing of it ran or waited. */
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

  /** Whether it has not ended: memory is 0 from that moment, even before it is reaped. */
  boolean lives(KernelText text) {
    boolean lives = memory.line(text) && text.number() > 0;
    memoryBytes = text.number() * pageBytes;
    return lives;
  }

  /** Spread over the samples by pid. */
  private boolean isDue(int every) {
    return age < YOUNG || (age + pid) % every == 0;
  }

  private Place place(Sampler sampler, long thread) {
    return sampler.place(proc.cpus(pid, thread, sampler.text()), quota);
  }

  /** Opens threads that are new, and takes all that they did so far. */
  private void look(Sampler sampler) {
    if (!hasLostThreads && ProcFolder.threadCount(threadFolder) == threads.size()) {
      return;
    }
    hasLostThreads = false;
    Set<Long> known = threads.stream().map(thread -> thread.id).collect(Collectors.toSet());
    for (long id : proc.threadIds(pid)) {
      if (!known.contains(id)) {
        WatchedThread.open(threadFolder, id, place(sampler, id))
            .filter(thread -> thread.measure(sampler.text()))
            .ifPresent(threads::add);
      }
    }
  }

  /** Bytes that went to and from disks: only for the same user, or root. */
  private void transfers(KernelText text, double now) {
    if (transfers.isPresent() && transfers.get().all(text)) {
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

  /** Pids of its children, where it is time to look for new ones. */
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

  /** The control groups that say something of it. */
  List<Path> groups() {
    return groups;
  }

  /** Since when it is watched. */
  double watchedSince() {
    return watchedSince;
  }

  /** Since when it is watched in this interval. */
  double since() {
    return since;
  }

  /** Adds up the interval, and begins the next. */
  ProcessSample sample(double now) {
    double seconds = now - since;
    since = now;
    double ran = 0;
    double external = 0;
    double serialised = 0;
    for (WatchedThread thread : threads) {
      double share = thread.place.externalShare();
      tally.add(thread.ran, thread.waited, share, now - tally.from());
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
        transfers.isPresent() ? read.rate : Measured.absent("it belongs to another user"),
        transfers.isPresent() ? written.rate : Measured.absent("it belongs to another user"),
        threads.isEmpty() ? UsableProcessors.UNKNOWN : threads.get(0).place.usable());
  }

  @Override
  public void close() {
    threads.forEach(WatchedThread::close);
    memory.close();
    transfers.ifPresent(KernelFile::close);
  }
}
