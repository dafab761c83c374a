package io.flowgauge.sites.stream;

import com.google.protobuf.InvalidProtocolBufferException;
import io.flowgauge.activation.EventDelivery;
import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.activation.collect.EventPump;
import io.flowgauge.activation.collect.Lease;
import io.flowgauge.activation.collect.Spool;
import io.flowgauge.activation.collect.SpoolChunk;
import io.flowgauge.activation.collect.SpoolFiles;
import io.flowgauge.activation.collect.StateFiles;
import io.flowgauge.activation.collect.StoredEvents;
import io.flowgauge.activation.collect.SubscriberSlot;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.wire.Request;
import io.flowgauge.sites.wire.Subscription;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A copy on disk of the events that one request collects at one place, byte for byte and at the
 * same positions, so that it continues where it ends after any interruption. While its lease lasts,
 * which a receiver renews, it subscribes for more events; after that, it keeps those it has for the
 * time of the lease again. If it is full, it subscribes for no more, and the node's own buffer
 * fills. Thread-safe.
 */
final class EventMirror implements StoredEvents, Closeable {
  private static final System.Logger LOGGER = System.getLogger(EventMirror.class.getName());

  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LAST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** From this many bytes on, receipt is acknowledged at once; otherwise with the next tick. */
  private static final long ACKNOWLEDGED_BYTES = EventPump.WINDOW / 8;

  private static final String SUBSCRIPTION = "subscription";
  private static final String ENDED = "ended";
  private static final String SPOOL = "spool";

  private final Path folder;
  private final EventSource source;
  private final Spool spool;
  private final SubscriberSlot receiver = new SubscriberSlot();
  private final Lease lease;
  private Subscription subscription;
  private Incoming incoming;
  private long pauseNanos = FIRST_PAUSE_NANOS;
  private long retryAtNanos;

  /** Whether it has been reported that events cannot be stored. */
  private boolean isFailing;

  private boolean closed;
  private volatile boolean ended;
  private volatile Optional<IOException> broken = Optional.empty();

  /** The last delivery, so that a receiver that keeps up need not read it from disk. */
  private volatile Optional<SpoolChunk> latest = Optional.empty();

  private EventMirror(
      Path folder, Subscription subscription, Request request, long limit, EventSource source)
      throws IOException {
    this.folder = folder;
    this.source = source;
    this.subscription = subscription;
    ended = Files.exists(folder.resolve(ENDED));
    lease = new Lease(Duration.ofSeconds(request.getLeaseSeconds()), true, System::nanoTime);
    long most = Math.min(limit, request.getRequestEvents().getBufferBytes());
    Path buffer = Files.createDirectories(folder.resolve(SPOOL));
    spool = new Spool(buffer, most, SpoolFiles.REAL);
  }

  /** Creates a new mirror. */
  static EventMirror create(
      Path folder, Subscription subscription, Request request, long limit, EventSource source)
      throws IOException {
    Files.createDirectories(folder);
    EventMirror made = new EventMirror(folder, subscription, request, limit, source);
    made.store();
    return made;
  }

  /** Loads a mirror from an earlier run; empty, and deleted, if its creation was not completed. */
  static Optional<EventMirror> load(Path folder, long limit, EventSource source)
      throws IOException {
    Path file = folder.resolve(SUBSCRIPTION);
    if (!Files.exists(file)) {
      StateFiles.delete(folder);
      return Optional.empty();
    }
    Subscription kept;
    Request request;
    try {
      kept = Subscription.parseFrom(Files.readAllBytes(file));
      request = Request.parseFrom(kept.getGrant().getRequest());
    } catch (InvalidProtocolBufferException e) {
      throw damaged(file, e);
    }
    if (!request.hasRequestEvents()) { // True of an empty file, for example.
      throw damaged(file, null);
    }
    return Optional.of(new EventMirror(folder, kept, request, limit, source));
  }

  private static IOException damaged(Path file, Exception cause) {
    return new IOException(
        file + " is damaged: restore it, or remove its folder with the events in it", cause);
  }

  private void store() throws IOException {
    StateFiles.replace(
        folder.resolve(SUBSCRIPTION), subscription.toBuilder().clearFrom().build().toByteArray());
  }

  /**
   * Delivers events to a target whose grant was checked.
   *
   * @param shown the target's subscription; its grant is used upstream from now on
   */
  EventPump deliver(
      Subscription shown, String name, EventTarget target, ScheduledExecutorService executor)
      throws IOException {
    synchronized (this) {
      if (!shown.getGrant().equals(subscription.getGrant())) {
        subscription = shown;
        store();
      }
      broken = Optional.empty();
      if (!lease.isActive()) {
        lease.begin();
      }
      retryAtNanos = System.nanoTime();
      continueFrom(shown);
    }
    long from = shown.hasFrom() ? shown.getFrom() : spool.acknowledged();
    EventPump pump = EventPump.start(name, this, from, target, executor);
    tick();
    return pump;
  }

  /** Continues from the receiver's position if the receiver has more than is stored here. */
  private void continueFrom(Subscription shown) throws IOException {
    if (shown.hasFrom() && shown.getFrom() > spool.end()) {
      endSubscription();
      spool.skipTo(shown.getFrom());
      reopen();
    } else if (shown.hasFrom()) {
      spool.requireBlockAt(shown.getFrom());
    }
  }

  @Override
  public Spool spool() {
    return spool;
  }

  @Override
  public Optional<SpoolChunk> read(long from, int most) throws IOException {
    Optional<SpoolChunk> next =
        latest.filter(one -> one.position() == from && one.bytes().remaining() <= most);
    return next.isPresent() ? next : spool.read(from, most);
  }

  @Override
  public SubscriberSlot receiver() {
    return receiver;
  }

  @Override
  public void renew() {
    lease.renew();
  }

  @Override
  public boolean isFinished() {
    return ended && spool.unacknowledgedBytes() == 0;
  }

  @Override
  public Optional<IOException> broken() {
    return broken;
  }

  /**
   * Renews the lease for a connected receiver, deletes acknowledged events, and subscribes for
   * more.
   *
   * @return whether the mirror is to be deleted
   */
  boolean tick() throws IOException {
    if (receiver.isConnected()) {
      lease.renew();
    }
    synchronized (this) {
      spool.reclaim(false);
      latest = latest.filter(one -> one.end() > spool.acknowledged());
      if (incoming != null) {
        incoming.acknowledge();
      }
      if (lease.isOver() && !lease.isActive()) {
        return true;
      }
      if (lease.isOver()) {
        endSubscription();
        lease.end();
      }
      if (wantsMore()) {
        ask();
      }
    }
    return false;
  }

  private boolean wantsMore() {
    return !closed
        && !ended
        && incoming == null
        && broken.isEmpty()
        && lease.isActive()
        && System.nanoTime() - retryAtNanos >= 0
        && spool.hasRoom(ByteBuffer.allocate(EventPump.CHUNK));
  }

  private void ask() {
    Incoming next = new Incoming();
    incoming = next;
    Subscription.Builder wanted = subscription.toBuilder().clearFrom();
    if (spool.end() > 0) {
      wanted.setFrom(spool.end());
    }
    next.began(source.subscribe(wanted.build(), next));
  }

  /** Ends the current subscription upstream; another one is made later. */
  private void endSubscription() {
    Incoming last = incoming;
    incoming = null;
    if (last != null) {
      last.close();
    }
  }

  /** Ends the current subscription for a pause, which doubles until events can be stored again. */
  private void pause() {
    endSubscription();
    retryAtNanos = System.nanoTime() + pauseNanos;
    pauseNanos = Math.min(2 * pauseNanos, LAST_PAUSE_NANOS);
  }

  private void pause(String why) {
    if (!isFailing) {
      isFailing = true;
      LOGGER.log(System.Logger.Level.WARNING, "cannot store events in " + folder + ": " + why);
    }
    pause();
  }

  private void reopen() throws IOException {
    ended = false;
    Files.deleteIfExists(folder.resolve(ENDED));
  }

  /** Stores what one subscription delivers, until another one replaces it. */
  private final class Incoming implements EventTarget {
    private Optional<EventSubscription> feed = Optional.empty();
    private long stored;
    private long acknowledged;
    private boolean over;

    /** Sets the subscription; deliveries may have come before. */
    void began(EventSubscription made) {
      feed = Optional.of(made);
      acknowledge();
      if (over) {
        made.close();
      }
    }

    void acknowledge() {
      if (feed.isPresent() && stored > acknowledged) {
        acknowledged = stored;
        feed.get().acknowledge(stored);
      }
    }

    @Override
    public void take(EventDelivery delivery) {
      synchronized (EventMirror.this) {
        if (incoming == this) {
          try {
            store(delivery);
          } catch (IOException e) {
            pause(e.toString());
          }
        }
      }
      receiver.wake();
    }

    private void store(EventDelivery delivery) throws IOException {
      if (delivery.begin() > spool.end()) {
        spool.skipTo(delivery.begin());
      } else if (delivery.begin() < spool.end()) {
        throw new IOException("received again: " + delivery);
      }
      if (append(delivery.blocks())) {
        spool.commit(delivery.refusedEvents(), delivery.missingEvents());
        latest = Optional.of(new SpoolChunk(delivery.begin(), delivery.blocks()));
        pauseNanos = FIRST_PAUSE_NANOS;
        isFailing = false;
        stored = delivery.end();
        if (stored - acknowledged >= ACKNOWLEDGED_BYTES) {
          acknowledge();
        }
      } else {
        spool.failure().ifPresentOrElse(EventMirror.this::pause, EventMirror.this::pause);
      }
    }

    private boolean append(ByteBuffer blocks) throws IOException {
      int events = Spool.requireBlocks(blocks);
      if (!spool.hasRoom(blocks)) {
        spool.reclaim(true);
      }
      return spool.hasRoom(blocks) && spool.append(blocks, events);
    }

    @Override
    public void ended() {
      synchronized (EventMirror.this) {
        if (incoming == this) {
          incoming = null;
          ended = true;
          noteEnd();
        }
      }
      receiver.wake();
    }

    /** Notes the end. If that fails, the end is delivered once more after a restart. */
    private void noteEnd() {
      try {
        Files.write(folder.resolve(ENDED), new byte[0]);
      } catch (IOException e) {
        LOGGER.log(
            System.Logger.Level.WARNING,
            "cannot record that the events in " + folder + " are complete",
            e);
      }
    }

    @Override
    public void failed(IOException cause) {
      synchronized (EventMirror.this) {
        if (incoming == this) {
          incoming = null;
          if (RefusedException.isFinal(RefusedException.refusal(cause))) {
            broken = Optional.of(cause);
          }
          pause();
        }
      }
      receiver.wake();
    }

    void close() {
      over = true;
      feed.ifPresent(EventSubscription::close);
    }
  }

  /** Stops; stored events remain. */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      closed = true;
      endSubscription();
    }
    spool.close();
    receiver.wake();
  }

  /** Stops, and deletes stored events. */
  void delete() throws IOException {
    broken = Optional.of(new IOException("the lease of the request for events has ended"));
    close();
    StateFiles.delete(folder);
  }
}
