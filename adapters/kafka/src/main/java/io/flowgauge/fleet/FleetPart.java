package io.flowgauge.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.live.LiveProgress;
import io.flowgauge.live.LiveRun;
import io.flowgauge.live.LiveView;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;

/**
 * The runs of one partition. After a restart, its state is rebuilt by reading again from the first
 * record of the oldest run in progress; a topic records what was already reported, so that it is
 * not reported again. Not thread-safe.
 */
public final class FleetPart implements AutoCloseable {
  private static final long STORE_AGAIN_NANOS = 5_000_000_000L;
  private static final String STALLED = "stalled";

  private final TopicPartition partition;
  private final FleetSettings settings;
  private final Outbox outbox;

  private final ReportedKeys alreadyReported;

  private final long seen;
  private final long end;

  /** In the order of their first records. */
  private final Map<String, FleetRun> runs = new LinkedHashMap<>();

  private final Deque<FleetRun> toReview = new ArrayDeque<>();

  /** The latest time by the broker's clock; the clocks of engines' machines may show anything. */
  private long streamMillis = Long.MIN_VALUE;

  private long upToDateSince = Long.MAX_VALUE;
  private long reported;

  /**
   * Creates a part without runs.
   *
   * @param partition number of the partition of the topic of events
   * @param settings settings of the fleet
   * @param outbox receives the records to publish
   * @param alreadyReported keys of the reports and alarms already published about the partition's
   *     runs
   * @param seen offset before which this fleet, or another of its group, has seen all records
   * @param end offset before which the first record of a run means that it may already be stored
   */
  public FleetPart(
      TopicPartition partition,
      FleetSettings settings,
      Outbox outbox,
      ReportedKeys alreadyReported,
      long seen,
      long end) {
    this.partition = partition;
    this.settings = settings;
    this.outbox = outbox;
    this.alreadyReported = alreadyReported;
    this.seen = seen;
    this.end = end;
  }

  /**
   * Number of runs in progress.
   *
   * @return 0 or more
   */
  public int runs() {
    return runs.size();
  }

  /**
   * Number of runs whose reports this fleet has sent.
   *
   * @return 0 or more
   */
  public long reported() {
    return reported;
  }

  /**
   * The offset from which to read after a restart.
   *
   * @param position where reading continues
   * @return the offset of the first record of the oldest run in progress
   */
  public long resumeOffset(long position) {
    return runs.isEmpty() ? position : runs.values().iterator().next().firstOffset();
  }

  /**
   * The offset up to which everything was seen.
   *
   * @param position where reading continues
   * @return an offset
   */
  public long seenOffset(long position) {
    return Math.max(seen, position);
  }

  /**
   * Notes whether everything available has been read. Until then, no run counts as silent by this
   * machine's clock.
   *
   * @param isUpToDate whether nothing is left to read
   * @param now nanoseconds of {@link System#nanoTime}
   */
  public void upToDate(boolean isUpToDate, long now) {
    if (!isUpToDate) {
      upToDateSince = Long.MAX_VALUE;
    } else if (upToDateSince == Long.MAX_VALUE) {
      upToDateSince = now;
    }
  }

  /**
   * Notes that records up to a time have been read.
   *
   * @param millis milliseconds since 1970, by the clock that gives records their times
   */
  public void streamTime(long millis) {
    streamMillis = Math.max(streamMillis, millis);
  }

  /**
   * Adds a record to its run. One that cannot be used becomes a dead letter.
   *
   * @param record a record
   * @return whether it could be used
   */
  public boolean take(ConsumerRecord<byte[], byte[]> record) {
    if (record.timestampType() == TimestampType.LOG_APPEND_TIME) {
      streamTime(record.timestamp());
    }
    Optional<String> fault = addToRun(record);
    if (fault.isPresent() && record.offset() >= seen) {
      outbox.addDeadLetter(record, fault.get());
    }
    return fault.isEmpty();
  }

  private Optional<String> addToRun(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null || record.key().length == 0) {
      return Optional.of("found no key, expected the id of a run");
    }
    String id = new String(record.key(), UTF_8);
    if (alreadyReported.hasReport(id)) {
      return Optional.of("run " + id + " has been reported before");
    }
    FleetRun run = runs.get(id);
    boolean isNew = run == null;
    try {
      run = isNew ? new FleetRun(record, settings) : run;
      run.add(record);
    } catch (RuntimeException e) { // A bad record affects no other.
      return Optional.of(e instanceof IllegalArgumentException ? e.getMessage() : e.toString());
    }
    if (isNew && !run.hasNoEvents()) {
      runs.put(id, run);
      toReview.add(run);
    }
    return Optional.empty();
  }

  /**
   * When there will be something to report even if nothing more arrives.
   *
   * @return the earliest {@linkplain #streamTime time of the stream} at which a run is over, stalls
   *     or is forgotten; empty if no run is in progress
   */
  public OptionalLong dueMillis() {
    return runs.values().stream().mapToLong(FleetRun::dueMillis).min();
  }

  /**
   * When an activity may become late even if nothing more arrives.
   *
   * @return milliseconds from now, 0 or more; empty if none can
   */
  public OptionalLong lateMillis() {
    long now = System.nanoTime();
    return runs.values().stream()
        .filter(FleetRun::awaitsLate)
        .mapToLong(run -> run.lateMillis(now))
        .min();
  }

  /**
   * Whether changes are still unreported, because earlier ones were reported just before.
   *
   * @return whether a later {@link #review} will report changes
   */
  public boolean hasChanges() {
    return runs.values().stream().anyMatch(FleetRun::hasChanged);
  }

  /**
   * Whether a run may turn out to be over merely because time passes on this machine, which {@link
   * #dueMillis} cannot foresee.
   *
   * @return whether a {@link #review} is worthwhile though no record arrives
   */
  public boolean maySettle() {
    long now = System.nanoTime();
    return runs.values().stream().anyMatch(run -> run.maySettle(now));
  }

  /**
   * Reviews the runs in turn and reports what is due, until a given moment.
   *
   * @param untilNanos the moment, by {@link System#nanoTime}
   * @return whether it has reviewed all runs
   */
  public boolean review(long untilNanos) {
    int left = toReview.size();
    for (; left > 0 && System.nanoTime() < untilNanos; left--) {
      FleetRun run = toReview.remove();
      if (!review(run)) {
        toReview.add(run);
      }
    }
    return left == 0;
  }

  /** Returns whether the run needs no further review. */
  private boolean review(FleetRun run) {
    long now = System.nanoTime();
    if (run.isHeld(now)) {
      return false;
    }
    long since = upToDateSince == Long.MAX_VALUE ? now : upToDateSince;
    long silent = run.silentNanos(now, since, streamMillis);
    try {
      if (run.isOver(silent)) {
        return reportEnded(run, now);
      }
      publish(run, now, silent);
    } catch (IOException | RuntimeException e) { // It must not hold up other runs.
      outbox.addDeadLetterForRun(run.id(), "the run cannot be analysed: " + e);
      forget(run);
      return true;
    }
    return false;
  }

  /**
   * Reports a run that is over. Returns false if it cannot be stored now and is to be tried again.
   */
  private boolean reportEnded(FleetRun run, long now) {
    if (!run.hasBegun()) {
      outbox.addDeadLetterForRun(
          run.id(), "the beginning of the run has not arrived, only later events");
      forget(run);
      return true;
    }
    WorkflowRun whole = run.finish();
    String report = FleetRun.report(whole);
    try {
      if (settings.store().isPresent()) {
        boolean mayBeThere = run.firstOffset() < end || run.wasHeld();
        settings.store().get().store(run.id(), whole, mayBeThere);
      }
    } catch (IOException | RuntimeException | Error e) { // A user's store can throw anything.
      settings.trouble(
          "run " + run.id() + " is not stored yet, and is tried again: " + Failures.text(e));
      run.hold(now + STORE_AGAIN_NANOS);
      return false;
    }
    outbox.addReport(run.id(), report);
    outbox.whenSent(
        () -> {
          settings.failures().add(whole);
          reported++;
        });
    forget(run);
    return true;
  }

  private void forget(FleetRun run) {
    runs.remove(run.id());
    run.close();
    alreadyReported.report(run.id()).forEach(key -> outbox.unmarkReported(partition, key));
    outbox.markReported(partition, ReportedKeys.key(run.id()));
  }

  private void publish(FleetRun run, long now, long silent) throws IOException {
    if (run.hasJustStalled(silent)) {
      alarm(run, STALLED, "", "no events of the run for " + silent / 1_000_000_000 + " s");
    }
    Optional<LiveRun> changed = run.dueChange(now);
    if (changed.isPresent()) {
      publish(run, changed.get());
    }
    if (changed.isPresent() || run.mayBeLate(now)) {
      raiseLate(run, now);
    }
  }

  private void publish(FleetRun run, LiveRun live) throws IOException {
    Optional<LiveProgress> progress = live.progress();
    if (progress.isPresent()) {
      outbox.addChange(run.id(), ProgressMessages.change(live, progress.get().types()));
    }
    Optional<LiveView> view = live.view();
    if (view.isPresent()) {
      settings
          .failures()
          .unusual(view.get().run())
          .forEach((type, why) -> alarm(run, "failing", type, why));
    }
  }

  private void raiseLate(FleetRun run, long now) throws IOException {
    Optional<LiveRun> live = run.live();
    Optional<LiveView> view = live.isPresent() ? live.get().view() : Optional.empty();
    if (view.isPresent()) {
      LateActivities late = LateActivities.of(live.get(), view.get(), lagSeconds());
      late.sentences().forEach((activity, why) -> alarm(run, "late", activity, why));
      run.setLateIn(late.seconds(), now);
    }
  }

  /**
   * Returns how far reading is behind the events: activities that seem to run may have ended in
   * that time.
   */
  private double lagSeconds() {
    if (upToDateSince != Long.MAX_VALUE) {
      return 0;
    }
    return streamMillis == Long.MIN_VALUE
        ? Double.POSITIVE_INFINITY
        : Math.max(0, (System.currentTimeMillis() - streamMillis) / 1e3);
  }

  /** Raises each alarm once; but a run can stall again after another record. */
  private void alarm(FleetRun run, String kind, String of, String message) {
    String about = kind.equals(STALLED) ? kind + " " + run.lastOffset() : kind + " " + of;
    Optional<String> key = alreadyReported.alarm(run.id(), about);
    if (key.isPresent()) {
      String name = run.live().map(LiveRun::name).orElse("");
      outbox.addAlarm(run.id(), ProgressMessages.alarm(run.id(), name, kind, of, message));
      outbox.markReported(partition, key.get());
    }
  }

  /** Forgets the runs. */
  @Override
  public void close() {
    runs.values().forEach(FleetRun::close);
  }
}
