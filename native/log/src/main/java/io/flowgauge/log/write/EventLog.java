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
 * A log of events in the binary format. Any number of threads log at the same time, platform and
 * virtual ones, each into a ring of its own, without locks and without allocation; a background
 * thread writes 128 KiB blocks, or what there is after a second. Thread-safe.
 *
 * <pre>{@code
 * try (EventLog log = EventLog.open(Path.of("transfers.nlb"))) {
 *   EventType end =
 *       log.declare(EventSchema.named("transfer.end").int64("BLOCK_ID").int32("BYTES").build());
 *   TransferEnd transferEnd = end.as(MethodHandles.lookup(), TransferEnd.class);
 *   transferEnd.log(17, 65_536);
 * }
 * }</pre>
 *
 * <p>Such a log writes everything into one file. One opened by {@link #triggeredBy} writes nothing
 * until its trigger file says what is wanted and where it goes, and does what that says from then
 * on within a second:
 *
 * <pre>{@code
 * event=transfer.* where=BYTES>=65536 to=tcp://monitor:14380
 * }</pre>
 *
 * <p>Logging never throws because of the log and never waits: what finds its ring full is dropped
 * and counted, in {@link #counts()} and in the log itself. After {@link #close()} calls do nothing.
 * A log that is still open when the virtual machine shuts down is closed then.
 *
 * <p>The rings are small files, by default in {@code x.nlb.rings} beside {@code x.nlb}, mapped into
 * memory: each event whose call has returned outlives a process that is killed, even by {@code kill
 * -9}. Rings are made ahead; where many threads begin to log at once, some share rings until more
 * are ready, and their first events do not tell the thread. Readers of the log find it there, and
 * the next to open the log for writing moves it into the log. Any number of processes may have the
 * same log open. Where rings cannot be files, {@link #ringFailure()} says so, and the last events
 * are lost with the process, as they are if that is chosen: see {@link EventLogBuilder#buffered()}.
 * For what is lost when the machine fails see {@link EventLogBuilder#forced()}. A log with a
 * trigger file has its rings in memory only.
 */
public final class EventLog implements AutoCloseable {
  /** System property that names a trigger file. */
  public static final String TRIGGER_PROPERTY = "flowgauge.trigger";

  /** Environment variable that names a trigger file, where the system property does not. */
  public static final String TRIGGER_VARIABLE = "FLOWGAUGE_TRIGGER";

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final SecureRandom RANDOM = new SecureRandom();

  /** One for threads that share, one for the first thread. */
  private static final int FIRST_RINGS = 2;

  private final long log = RANDOM.nextLong();
  private final AtomicLong lifelines = new AtomicLong(RANDOM.nextLong());
  private final AtomicInteger streams = new AtomicInteger();
  private final Recovery recovery;
  private final Rings rings;
  private final Lanes lanes;
  private final EventTypes types;
  private final Optional<TriggerControl> triggers;
  private final Drainer drainer;
  private final Thread shutdown = new Thread(this::closeDrainer, "flowgauge-log-shutdown");

  private volatile boolean closed;

  EventLog(EventLogBuilder options) throws IOException {
    Optional<Path> path = options.path();
    Optional<Destination> file =
        path.isPresent() ? Optional.of(file(path.get())) : Optional.empty();
    recovery =
        path.map(log -> takeOver(log, options.ringFolder(log)))
            .orElse(new Recovery(0, 0, List.of()));
    rings = options.rings(log);
    rings.start(FIRST_RINGS);
    lanes = new Lanes(rings, options.origin(), this::wake);
    types = new EventTypes(lanes, rings, type -> file.isPresent());
    Router router =
        new Router(lanes, this::type, file.isPresent() ? this::ownStream : this::newStream);
    file.ifPresent(router::add);
    triggers = options.trigger().map(t -> new TriggerControl(t, options.pollNanos(), types));
    drainer = new Drainer(router, triggers, rings, options);
    Runtime.getRuntime().addShutdownHook(shutdown);
    drainer.start();
  }

  private Destination file(Path path) throws IOException {
    String to = "file:" + path;
    Selection all = new Selection(List.of(TriggerEntry.of("*", to)));
    Router.Route route = new Router.Route(to, LogDestination.file(path), all, true);
    return Destination.only(route, this::type, this::unplaced);
  }

  private EventType type(int id) {
    return types.get(id);
  }

  private long unplaced() {
    return lanes.unplaced();
  }

  /** What cannot be taken over now stays where it is, for the next to open the log. */
  private static Recovery takeOver(Path log, Path folder) {
    try {
      return LogRecovery.takeOver(log, folder);
    } catch (IOException e) {
      return new Recovery(0, 0, List.of(new LogLoss(folder, 0, 0, 0, e.toString())));
    }
  }

  /** The stream that goes on in the ring. */
  private StreamEncoder ownStream(Lane lane) {
    return stream(lane, lane.source().stream());
  }

  /** A stream for one of several destinations, or for the same one anew. */
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
   * @param path the file, {@code .nlb} by custom; events are appended to one that exists
   * @return an open log
   * @throws IOException if the file cannot be opened for writing
   */
  public static EventLog open(Path path) throws IOException {
    return to(path).open();
  }

  /**
   * Prepares a log.
   *
   * @param path the file, {@code .nlb} by custom; events are appended to one that exists
   * @return what takes the settings
   */
  public static EventLogBuilder to(Path path) {
    return new EventLogBuilder(Optional.of(path), Optional.empty());
  }

  /**
   * Prepares a log that does what a trigger file says: see {@link io.flowgauge.log.trigger}.
   *
   * @param trigger the file, which may yet have to come into being
   * @return what takes the settings
   */
  public static EventLogBuilder triggeredBy(Path trigger) {
    return new EventLogBuilder(Optional.empty(), Optional.of(trigger));
  }

  /**
   * Prepares a log that does what the trigger file says that the system property {@value
   * #TRIGGER_PROPERTY} names, or else the environment variable {@value #TRIGGER_VARIABLE}. Without
   * either all its events are off for good.
   *
   * @return what takes the settings
   * @throws IllegalArgumentException if what is named is no path
   */
  public static EventLogBuilder triggered() {
    String named = System.getProperty(TRIGGER_PROPERTY, System.getenv(TRIGGER_VARIABLE));
    boolean none = named == null || named.isEmpty();
    return new EventLogBuilder(
        Optional.empty(), none ? Optional.empty() : Optional.of(Path.of(named)));
  }

  /**
   * Declares a type of events. Declared again, it is the same type.
   *
   * @param schema what its events hold
   * @return the means to log them
   * @throws IllegalArgumentException if a message of this type would not be shorter than 64 KiB, or
   *     the log has 65535 types already
   */
  public EventType declare(EventSchema schema) {
    return types.declare(Objects.requireNonNull(schema, "schema"));
  }

  /**
   * Begins an event whose type need not be declared: name and values, as they come. Slower than a
   * declared type, as each event is an object and its type is looked up.
   *
   * @param name name of the event
   * @return what takes the values
   * @throws IllegalArgumentException if the name is not allowed
   */
  public DynamicEvent event(String name) {
    return new DynamicEvent(this, EventSchema.named(name));
  }

  /**
   * Declares the two events around something that takes time: {@code name.start}, and {@code
   * name.end} with a status.
   *
   * @param name what begins and ends
   * @return the means to log both
   * @throws IllegalArgumentException if the name is not allowed, or the log has 65535 types already
   */
  public EventBracket bracket(String name) {
    return new EventBracket(this, name);
  }

  /**
   * An id that no other object of this log has, and hardly one of another log, to join the events
   * of one object by.
   *
   * @return the id
   */
  public long newLifeline() {
    return lifelines.getAndIncrement();
  }

  /**
   * What became of the events so far, as of the last time the background thread looked.
   *
   * @return the counts
   */
  public LogCounts counts() {
    return drainer.counts();
  }

  /**
   * What became of the events so far at each destination, as of the last time the background thread
   * looked.
   *
   * @return the counts of the destinations there are now; a plain log has one, its file
   */
  public List<DestinationCounts> destinations() {
    return drainer.destinations();
  }

  /**
   * What is wrong with the trigger file: lines that are no entries, destinations there are not, or
   * that it cannot be read. Each is also reported to the system's logger {@code io.flowgauge.log}.
   *
   * @return a phrase for each; none without a trigger file
   */
  public List<String> triggerProblems() {
    return triggers.map(TriggerControl::problems).orElse(List.of());
  }

  /**
   * Why events that wait in rings would be lost if the process were killed, though the rings should
   * be files: those could not be made, and are in memory only.
   *
   * @return the last reason, or empty if all is as it should be
   */
  public Optional<String> ringFailure() {
    return rings.failure();
  }

  /**
   * What this log found, when it was opened, in the rings of processes that had been killed while
   * they wrote to it.
   *
   * @return what was taken over, and what could not be
   */
  public Recovery recovery() {
    return recovery;
  }

  /**
   * Hands all events whose calls have returned to the operating system, and waits for it, at most
   * ten seconds.
   *
   * @return whether all of them were written
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean flush() throws InterruptedException {
    return drainer.flush(PATIENCE.toNanos());
  }

  /**
   * Switches all types off, writes what was logged and closes the file or all destinations; waits
   * for it at most ten seconds, and three for destinations that do not take what is left. What
   * {@link #counts()} say then is final, but for events whose calls were under way: those count as
   * dropped when they return, and the log itself does not tell of them. Calling it again does
   * nothing.
   */
  @Override
  public void close() {
    closeDrainer();
    try {
      Runtime.getRuntime().removeShutdownHook(shutdown);
    } catch (IllegalStateException e) {
      return; // The virtual machine is shutting down, and the hook does nothing any more.
    }
  }

  private void closeDrainer() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    types.close();
    try {
      drainer.close(PATIENCE.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String toString() {
    return "EventLog[" + types.size() + " types, " + counts() + (closed ? ", closed]" : "]");
  }
}
