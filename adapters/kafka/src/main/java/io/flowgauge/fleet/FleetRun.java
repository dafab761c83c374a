package io.flowgauge.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.Flowgauge;
import io.flowgauge.live.LiveRun;
import io.flowgauge.report.json.JsonReport;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.runlog.RunAssembly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A run in progress. Not thread-safe. */
final class FleetRun {
  private static final int SETTLES = 31;
  private static final Duration LAST_LOOK = Duration.ofSeconds(5);

  /** About a century; a moment further ahead counts as never. */
  private static final double FAR_NANOS = 3e18;

  private final String id;
  private final FleetSettings settings;
  private final long firstOffset;
  private final RunAssembly assembly;

  /** When its last record came, by this machine's clock and by the time of the record. */
  private long heardNanos;

  private long heardMillis;
  private long lastOffset;
  private long publishedEvents;
  private long publishedNanos;
  private boolean isStalled;

  /** When an activity becomes late if no further record comes. */
  private OptionalLong lateNanos = OptionalLong.empty();

  private long heldUntil = System.nanoTime();
  private boolean wasHeld;

  FleetRun(ConsumerRecord<byte[], byte[]> first, FleetSettings settings) {
    id = new String(first.key(), UTF_8);
    this.settings = settings;
    firstOffset = first.offset();
    assembly = new RunAssembly(id, run -> settings.monitor().recorder(id, run.name()));
    publishedNanos = System.nanoTime();
  }

  String id() {
    return id;
  }

  /** Returns the offset of its first record. */
  long firstOffset() {
    return firstOffset;
  }

  /** Returns the offset of its last record. */
  long lastOffset() {
    return lastOffset;
  }

  /**
   * Adds a record.
   *
   * @throws IllegalArgumentException if it holds no events; the run is as before
   */
  void add(ConsumerRecord<byte[], byte[]> record) {
    if (record.value() == null) {
      throw new IllegalArgumentException("found no value, expected events of run " + id);
    }
    assembly.add(
        Path.of(record.topic() + "-" + record.partition() + "@" + record.offset()),
        ByteBuffer.wrap(record.value()));
    heardNanos = System.nanoTime();
    heardMillis = record.timestamp();
    lastOffset = record.offset();
    isStalled = false;
  }

  /** Postpones it until a moment. */
  void hold(long untilNanos) {
    heldUntil = untilNanos;
    wasHeld = true;
  }

  /** Whether it was postponed before: a store that threw may have stored it nevertheless. */
  boolean wasHeld() {
    return wasHeld;
  }

  boolean isHeld(long now) {
    return now - heldUntil < 0;
  }

  /** Whether none of its records contained an event. */
  boolean hasNoEvents() {
    return assembly.events() == 0;
  }

  boolean hasBegun() {
    return assembly.recorder().isPresent();
  }

  /** Returns the run as the monitor shows it; empty until the event of its beginning has come. */
  Optional<LiveRun> live() {
    return settings.monitor().run(id);
  }

  /**
   * How long it has been silent.
   *
   * @param sinceNanos since when no record has waited to be read; one that waits may belong to the
   *     run
   * @param streamMillis the latest time of a record in the partition, by the broker's clock; {@code
   *     Long.MIN_VALUE} if not known
   */
  long silentNanos(long now, long sinceNanos, long streamMillis) {
    long here = now - Math.max(heardNanos, sinceNanos);
    long there =
        streamMillis == Long.MIN_VALUE
            ? 0
            : TimeUnit.MILLISECONDS.toNanos(streamMillis - heardMillis);
    return Math.max(here, there);
  }

  boolean isOver(long silentNanos) {
    if (silentNanos >= settings.times().forgotten().toNanos()) {
      return true;
    }
    return silentNanos >= settings.times().settle().toNanos() && mayBeOver();
  }

  private boolean mayBeOver() {
    return assembly.isEnded() || live().filter(LiveRun::isFinished).isPresent();
  }

  /** Returns the stream time at which there is something to publish if no further record comes. */
  long dueMillis() {
    FleetTimes times = settings.times();
    Duration silence = times.forgotten();
    if (mayBeOver()) {
      silence = times.settle();
    } else if (!isStalled && times.stalled().compareTo(silence) < 0) {
      silence = times.stalled();
    }
    return heardMillis + silence.plusNanos(999_999).toMillis();
  }

  /**
   * Whether it may still turn out to be over: a run whose engine does not say so is over when all
   * activities have completed and nothing has arrived for a while, or after 30 times as long when
   * no activity is running.
   */
  boolean maySettle(long now) {
    Duration longest = settings.times().settle().multipliedBy(SETTLES).plus(LAST_LOOK);
    return !mayBeOver() && Duration.ofNanos(now - heardNanos).compareTo(longest) < 0;
  }

  /** Whether events have come since a change was last published. */
  boolean hasChanged() {
    return publishedEvents != assembly.events();
  }

  /** Whether it has just been silent long enough to raise an alarm. */
  boolean hasJustStalled(long silentNanos) {
    boolean was = isStalled;
    isStalled = silentNanos >= settings.times().stalled().toNanos() && !mayBeOver();
    return isStalled && !was;
  }

  /** Returns the complete run, once it is over. */
  WorkflowRun finish() {
    return assembly.finish();
  }

  /** Returns the report in JSON, equal to that of a run recorded in the process. */
  static String report(WorkflowRun run) {
    StringBuilder text = new StringBuilder();
    try {
      new JsonReport().render(Flowgauge.report(run), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // It is written to memory.
    }
    return text.toString();
  }

  /** Returns the run with all events so far, if it is time to publish a change. */
  Optional<LiveRun> dueChange(long now) throws IOException {
    if (!hasChanged() || now - publishedNanos < settings.times().changes().toNanos()) {
      return Optional.empty();
    }
    Optional<LiveRun> live = live();
    if (live.isPresent() && !isSeen(live.get())) {
      return Optional.empty(); // Later: analysing a run may use a tenth of a processor.
    }
    publishedEvents = assembly.events();
    publishedNanos = now;
    return live;
  }

  /** Whether the progress and the analysis of a run include its latest events. */
  private static boolean isSeen(LiveRun live) throws IOException {
    live.look();
    long changes = live.changes();
    return live.progress().filter(seen -> seen.changes() >= changes).isPresent()
        && live.view().filter(seen -> seen.changes() < changes).isEmpty();
  }

  /**
   * Notes when an activity becomes late if no further record comes.
   *
   * @param seconds seconds from now; infinite if no activity can become late
   */
  void setLateIn(double seconds, long now) {
    double pause = Math.max(seconds * 1e9, (double) settings.times().changes().toNanos());
    lateNanos = pause < FAR_NANOS ? OptionalLong.of(now + (long) pause) : OptionalLong.empty();
  }

  /** Whether an activity may have become late although no further record has come. */
  boolean mayBeLate(long now) {
    return awaitsLate() && now - lateNanos.getAsLong() >= 0;
  }

  boolean awaitsLate() {
    return lateNanos.isPresent();
  }

  /** Returns the milliseconds until an activity is late; 0 or more. */
  long lateMillis(long now) {
    return Math.max(0, TimeUnit.NANOSECONDS.toMillis(lateNanos.getAsLong() - now) + 1);
  }

  void close() {
    try {
      settings.monitor().forget(id);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // Its monitor has no files.
    }
  }
}
