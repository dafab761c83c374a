package io.flowgauge.log.write;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.LogLoss;
import io.flowgauge.log.read.LogRecovery;
import io.flowgauge.log.read.Recovery;
import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.trigger.TriggerEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A log of events in the binary format. Any number of platform and virtual threads can log at the
 * same time, each into its own ring, without locks or allocation; a background thread writes blocks
 * of 128 KiB as they fill up, and whatever is left once a second. Thread-safe.
 *
 * <pre>{@code
 * try (EventLog log = EventLog.open(Path.of("transfers.nlb"))) {
 *   DeclaredEvent end =
 *       log.declare(EventSchema.named("transfer.end").int64("BLOCK_ID").int32("BYTES").build());
 *   TransferEnd transferEnd = end.as(MethodHandles.lookup(), TransferEnd.class);
 *   transferEnd.log(17, 65_536);
 * }
 * }</pre>
 *
 * <p>Such a log writes everything into one file. A log opened by {@link #triggeredBy} writes
 * nothing until its trigger file says which events are wanted and where they go; it follows changes
 * of that file within a second:
 *
 * <pre>{@code
 * event=transfer.* where=BYTES>=65536 to=tcp://monitor:14380
 * }</pre>
 *
 * <p>Logging never waits, and never throws because of the log: if its ring is full, an event is
 * dropped and counted, in {@link #counts()} and in the log itself. After {@link #close()}, logging
 * calls do nothing. A log that is still open is closed when the virtual machine shuts down.
 *
 * <p>The rings are small files, by default in {@code x.nlb.rings} next to {@code x.nlb}, mapped
 * into memory: an event whose call has returned survives the process, even {@code kill -9}. Readers
 * of the log find the event there; the next process that opens the log for writing moves it into
 * the log. Any number of processes may have the same log open. Rings are made in advance; if many
 * threads begin to log at the same time, some share rings until more are ready, and their first
 * events do not name their thread. If rings cannot be files, {@link #ringFailure()} says so, and
 * the last events are lost with the process, as they are with {@link EventLogBuilder#buffered()}.
 * For what is lost when the machine fails, see {@link EventLogBuilder#forced()}. A log with a
 * trigger file keeps its rings in memory only.
 */
public final class EventLog implements AutoCloseable {
  /** System property that names a trigger file. */
  public static final String TRIGGER_PROPERTY = "flowgauge.trigger";

  /** Environment variable that names a trigger file if the system property does not. */
  public static final String TRIGGER_VARIABLE = "FLOWGAUGE_TRIGGER";

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * Rings made before the log opens: one for threads that share a ring, one for the first thread.
   */
  private static final int FIRST_RINGS = 2;

  /** The entry of a log without a trigger file, which sends all events to its only destination. */
  private static final TriggerEntry EVERYTHING = TriggerEntry.of("*", "only:destination");

  private final long log = RANDOM.nextLong();
  private final AtomicLong lifelines = new AtomicLong(RANDOM.nextLong());
  private final AtomicInteger streams = new AtomicInteger();
  private final Recovery recovery;
  private final Rings rings;
  private final Optional<String> counterFailure;
  private final Lanes lanes;
  private final DeclaredEvents types;
  private final Optional<TriggerControl> triggers;
  private final Drainer drainer;
  private final Thread shutdown = new Thread(this::close, "flowgauge-log-shutdown");

  private volatile boolean closed;

  EventLog(EventLogBuilder options) throws IOException {
    Optional<Path> path = options.path();
    Optional<Destination> file =
        path.isPresent() ? Optional.of(file(path.get())) : Optional.empty();
    boolean isOn = file.isPresent() || options.otherDestination().isPresent();
    recovery =
        path.map(log -> takeOver(log, options.ringFolder(log)))
            .orElse(new Recovery(0, 0, List.of()));
    rings = options.rings(log);
    counterFailure = options.wantsCounter() ? LogClock.COUNTER.unavailable() : Optional.empty();
    boolean counts = options.wantsCounter() && counterFailure.isEmpty();
    try {
      rings.start(FIRST_RINGS);
      lanes = new Lanes(rings, options.origin(), counts, this::wake);
      types = new DeclaredEvents(lanes, rings, type -> isOn);
      Router router =
          new Router(lanes, this::type, file.isPresent() ? this::ownStream : this::newStream);
      file.ifPresent(router::add);
      options.otherDestination().map(this::newDestination).ifPresent(router::add);
      triggers = options.trigger().map(t -> new TriggerControl(t, options.pollNanos(), types));
      drainer = new Drainer(router, triggers, rings, options);
      Runtime.getRuntime().addShutdownHook(shutdown);
      drainer.start();
    } catch (IllegalStateException | OutOfMemoryError e) {
      closed = true;
      removeHook();
      file.ifPresent(open -> open.outlet().abort());
      rings.close(List.of());
      throw new IOException("the log cannot be opened: " + e.getMessage(), e);
    }
  }

  private Destination file(Path path) throws IOException {
    Router.Route route = routeOfEverything("file:" + path, LogDestination.file(path));
    return Destination.openOnly(route, this::type, this::unplaced);
  }

  private Destination newDestination(LogDestination to) {
    return Destination.createOneOfSeveral(
        routeOfEverything(to.toString(), to), this::type, this::unplaced);
  }

  private static Router.Route routeOfEverything(String to, LogDestination where) {
    return new Router.Route(to, where, new Selection(List.of(EVERYTHING)), true);
  }

  private DeclaredEvent type(int id) {
    return types.get(id);
  }

  private long unplaced() {
    return lanes.dropsWithoutLane();
  }

  /**
   * Takes over rings of dead processes. If that fails, they stay for the next process that opens
   * the log.
   */
  private static Recovery takeOver(Path log, Path folder) {
    try {
      return LogRecovery.takeOver(log, folder);
    } catch (IOException e) {
      return new Recovery(0, 0, List.of(new LogLoss(folder, 0, 0, 0, e.toString())));
    }
  }

  /** Returns the encoder of the stream that the ring itself belongs to. */
  private StreamEncoder ownStream(Lane lane) {
    return stream(lane, lane.source().stream());
  }

  /**
   * Returns the encoder of a new stream, for one of several destinations or for a destination that
   * was added again.
   */
  private StreamEncoder newStream(Lane lane) {
    return stream(lane, streams.getAndIncrement());
  }

  private StreamEncoder stream(Lane lane, int number) {
    return new StreamEncoder(log, number, lane.source().identity(), this::type);
  }

  private void wake() {
    drainer.wake();
  }

  /**
   * Opens a log with the usual settings.
   *
   * @param path the file, by convention {@code .nlb}; events are appended if it exists
   * @return an open log
   * @throws IOException if the file cannot be opened for writing, or no thread can be started:
   *     there are too many, or the virtual machine is shutting down
   */
  public static EventLog open(Path path) throws IOException {
    return to(path).open();
  }

  /**
   * Prepares a log.
   *
   * @param path the file, by convention {@code .nlb}; events are appended if it exists
   * @return a builder for the settings
   */
  public static EventLogBuilder to(Path path) {
    return new EventLogBuilder(Optional.of(path), Optional.empty(), Optional.empty());
  }

  /**
   * Prepares a log that sends all events to one destination, which need not be a file, such as
   * {@code LogDestination.parse("tcp://collector:4000")}. The log opens even if the destination
   * cannot be reached now; events that it cannot take in time are dropped and counted.
   *
   * @param destination where the events go
   * @return a builder for the settings
   */
  public static EventLogBuilder to(LogDestination destination) {
    return new EventLogBuilder(Optional.empty(), Optional.of(destination), Optional.empty());
  }

  /**
   * Prepares a log that follows a trigger file: see {@link io.flowgauge.log.trigger}.
   *
   * @param trigger the file, which need not exist yet
   * @return a builder for the settings
   */
  public static EventLogBuilder triggeredBy(Path trigger) {
    return new EventLogBuilder(Optional.empty(), Optional.empty(), Optional.of(trigger));
  }

  /**
   * Prepares a log that follows the trigger file named by the system property {@value
   * #TRIGGER_PROPERTY} or else by the environment variable {@value #TRIGGER_VARIABLE}. If neither
   * is set, all its events are off for good.
   *
   * @return a builder for the settings
   * @throws IllegalArgumentException if the name is not a valid path
   */
  public static EventLogBuilder triggered() {
    String named = System.getProperty(TRIGGER_PROPERTY, System.getenv(TRIGGER_VARIABLE));
    boolean none = named == null || named.isEmpty();
    return new EventLogBuilder(
        Optional.empty(), Optional.empty(), none ? Optional.empty() : Optional.of(Path.of(named)));
  }

  /**
   * Declares an event type. Declaring a schema again returns the same type.
   *
   * @param schema the schema of its events
   * @return the type, which logs its events
   * @throws IllegalArgumentException if a message of this type would have 64 KiB or more, or the
   *     log has 65535 types already
   */
  public DeclaredEvent declare(EventSchema schema) {
    return types.declare(Objects.requireNonNull(schema, "schema"));
  }

  /**
   * Begins an event whose type need not be declared. Slower than a declared type, because each
   * event is an object and its type is looked up.
   *
   * @param name name of the event
   * @return an event, to which values can be added
   * @throws IllegalArgumentException if the name is not allowed
   */
  public DynamicEvent event(String name) {
    return new DynamicEvent(this, EventSchema.named(name));
  }

  /**
   * Declares the two events around an operation: {@code name.start}, and {@code name.end} with a
   * status.
   *
   * @param name name of the operation
   * @return the pair, which logs both events
   * @throws IllegalArgumentException if the name is not allowed, or the log has 65535 types already
   */
  public EventBracket bracket(String name) {
    return new EventBracket(this, name);
  }

  /**
   * Makes an id that joins the events of one object. It is unique in this log, and almost certainly
   * across logs.
   *
   * @return the id
   */
  public long newLifeline() {
    return lifelines.getAndIncrement();
  }

  /**
   * Counts what happened to the events, as of the last pass of the background thread.
   *
   * @return the counts
   */
  public LogCounts counts() {
    return drainer.counts();
  }

  /**
   * Counts what happened to the events at each destination, as of the last pass of the background
   * thread.
   *
   * @return counts of the current destinations; a plain log has one, its file
   */
  public List<DestinationCounts> destinations() {
    return drainer.destinations();
  }

  /**
   * Problems of the trigger file: malformed lines, unknown destinations, or failure to read it.
   * Each is also reported to the system logger {@code io.flowgauge.log}.
   *
   * @return a message for each problem; none without a trigger file
   */
  public List<String> triggerProblems() {
    return triggers.map(TriggerControl::problems).orElse(List.of());
  }

  /**
   * Why the log uses the system clock although {@link EventLogBuilder#timeStampCounter()} asks for
   * the time stamp counter.
   *
   * @return the reason, or empty if the log uses the clock it should
   */
  public Optional<String> counterFailure() {
    return counterFailure;
  }

  /**
   * Why a killed process would lose the events in its rings: ring files could not be made, so the
   * rings are in memory only.
   *
   * @return the latest reason, or empty if all rings are as requested
   */
  public Optional<String> ringFailure() {
    return rings.failure();
  }

  /**
   * Events that this log found, when it was opened, in the rings of processes that were killed
   * while they wrote to it.
   *
   * @return what was recovered, and what could not be
   */
  public Recovery recovery() {
    return recovery;
  }

  /**
   * Hands all events whose calls have returned to the operating system, and waits at most ten
   * seconds for that.
   *
   * @return whether all of them were written
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean flush() throws InterruptedException {
    return drainer.flush(PATIENCE.toNanos());
  }

  /**
   * Switches all types off, writes what was logged, and closes the file or all destinations. Waits
   * at most ten seconds for that, and at most three for destinations that do not take what is left.
   * Then {@link #counts()} is final, except for events whose calls are still in progress: they
   * count as dropped when the calls return, and the log itself does not mention them. A further
   * call, even during the first, only waits for the first to end; so does the shutdown of the
   * virtual machine.
   */
  @Override
  public void close() {
    if (closeDrainer()) {
      removeHook();
    }
  }

  private void removeHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(shutdown);
    } catch (IllegalStateException e) {
      return; // The virtual machine is shutting down, and the hook has nothing left to do.
    }
  }

  /**
   * Closes the log, or waits for the thread that is closing it, so that the virtual machine does
   * not exit in the meantime. An earlier interrupt of the calling thread is postponed; one during
   * the wait ends the wait.
   *
   * @return whether the log is closed
   */
  private boolean closeDrainer() {
    synchronized (this) {
      if (!closed) {
        closed = true;
        types.close();
      }
    }
    try {
      return Uninterrupted.call(() -> drainer.close(PATIENCE.toNanos()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public String toString() {
    return "EventLog[" + types.size() + " types, " + counts() + (closed ? ", closed]" : "]");
  }
}
