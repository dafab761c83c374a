package io.flowgauge.activation;

import io.flowgauge.activation.collect.EventPump;
import io.flowgauge.activation.collect.Intake;
import io.flowgauge.activation.collect.LockedFolder;
import io.flowgauge.log.trigger.TriggerFile;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutorGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Switches on events of running applications at the request of consumers, buffers the events on
 * disk, and forwards them, as [Gunter] §5 describes. A slow or dead consumer delays nobody else:
 * its events wait on disk, up to a limit. Thread-safe.
 *
 * <pre>{@code
 * ActivationService service =
 *     ActivationService.in(Path.of("activation"), Path.of("server.triggers")).open();
 * service.request(ActivationRequest.of("large", "transfer.*").where("BYTES>=65536"));
 * EventReceiver receiver = service.receive("large");
 * }</pre>
 *
 * <p>It serves all applications whose event logs watch the trigger file. {@link #close()} switches
 * their events off; the requests stay, and the next service in the same folder resumes them with
 * everything that was buffered. The same holds if the service is killed, but then the events stay
 * switched on in the meantime.
 */
public final class ActivationService implements AutoCloseable {
  private static final int WORKERS = 4;
  private static final long TICK_MILLIS = 500;

  private final ServiceResources resources = new ServiceResources();
  private final ScheduledExecutorService workers;
  private final Requests requests;
  private final Intake intake;

  ActivationService(ActivationServiceBuilder options) throws IOException {
    ServiceSettings settings = options.settings();
    try {
      resources.add(LockedFolder.lock(options.folder(), "activation service"));
      EventExecutorGroup group =
          resources.addGroup(
              new DefaultEventExecutorGroup(
                  WORKERS, new DefaultThreadFactory("flowgauge-activation-work", true)));
      workers = group;
      resources.add(this::closeRecords);
      EventLoopGroup loop =
          resources.addGroup(
              new MultiThreadIoEventLoopGroup(
                  1,
                  new DefaultThreadFactory("flowgauge-activation-receive", true),
                  NioIoHandler.newFactory()));
      IntakeSocket applications =
          resources.add(
              new IntakeSocket(options.receiveAt(), settings.maxConnections(), loop, this::intake));
      requests =
          new Requests(
              options.folder().resolve("requests"),
              TriggerFile.at(options.triggers()),
              applications.trigger(),
              settings);
      intake = new Intake(options.folder().resolve("sources"), settings.files(), requests);
      applications.startAccepting();
      ScheduledFuture<?> ticks =
          group.scheduleWithFixedDelay(
              requests::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
      resources.add(() -> ticks.cancel(false));
    } catch (IOException | RuntimeException e) {
      ServiceResources.closeAfter(e, resources);
      throw e;
    }
  }

  private Intake intake() {
    return intake;
  }

  /** Closes what the constructor has opened so far. */
  private void closeRecords() throws IOException {
    if (intake != null) {
      intake.close();
    }
    if (requests != null) {
      requests.close();
    }
  }

  /**
   * Prepares a service.
   *
   * @param folder where it keeps requests and buffers; one service at a time
   * @param triggers the trigger file that the applications watch
   * @return a builder for the settings
   */
  public static ActivationServiceBuilder in(Path folder, Path triggers) {
    return new ActivationServiceBuilder(folder, triggers);
  }

  /**
   * Starts a request: applications begin to log the requested events when they next check the
   * trigger file. Making the same request again renews it; if its lease has ended, it collects
   * events again.
   *
   * @param request the request
   * @return its status so far
   * @throws IllegalArgumentException if another request has its id or writes to its file, or it
   *     exceeds a limit of this service
   * @throws IOException if the request or the trigger entry cannot be written
   */
  public RequestStatus request(ActivationRequest request) throws IOException {
    return request(request, 0);
  }

  /**
   * Like {@link #request(ActivationRequest)}, but positions need not begin at 0.
   *
   * @param request the request
   * @param first position of the first event, if the request does not exist yet
   * @return its status so far
   * @throws IllegalArgumentException for the same reasons, or if the position is negative
   * @throws IOException for the same reasons
   */
  public RequestStatus request(ActivationRequest request, long first) throws IOException {
    if (first < 0) {
      throw new IllegalArgumentException("first must be at least 0, was " + first);
    }
    return requests.add(Objects.requireNonNull(request, "request"), first);
  }

  /**
   * Ends a request, and deletes its trigger entry and everything buffered for it.
   *
   * @param id name of the request
   * @return whether there was such a request
   * @throws IOException if something cannot be deleted
   */
  public boolean cancel(String id) throws IOException {
    return requests.cancel(Objects.requireNonNull(id, "id"));
  }

  /**
   * Returns the status of all requests.
   *
   * @return a status of each, by name
   */
  public List<RequestStatus> requests() {
    return requests.all().stream()
        .map(ActiveRequest::status)
        .sorted(Comparator.comparing(status -> status.request().id()))
        .toList();
  }

  /**
   * Returns the status of a request, and renews its lease.
   *
   * @param id name of the request
   * @return its status
   * @throws IllegalArgumentException if there is no such request
   */
  public RequestStatus status(String id) {
    ActiveRequest request = active(Objects.requireNonNull(id, "id"));
    request.lease().renew();
    return request.status();
  }

  /**
   * Returns the position of the first event of a request.
   *
   * @param id name of the request
   * @return the position it began with
   * @throws IllegalArgumentException if there is no such request
   */
  public long first(String id) {
    return active(Objects.requireNonNull(id, "id")).firstPosition();
  }

  ActiveRequest active(String id) {
    return requests.get(id);
  }

  /**
   * Receives the events that a request collects, starting with those that have not been
   * acknowledged yet.
   *
   * @param id name of the request
   * @return a receiver, which replaces any other receiver of the request
   * @throws IllegalArgumentException if there is no such request
   */
  public EventReceiver receive(String id) {
    ActiveRequest request = active(Objects.requireNonNull(id, "id"));
    return new LocalReceiver(request, request.spool().acknowledged());
  }

  /**
   * Receives the events that a request collects, starting at a position.
   *
   * @param id name of the request
   * @param from end of the last delivery that is no longer needed
   * @return a receiver, which replaces any other receiver of the request
   * @throws IllegalArgumentException if there is no such request, or no block begins there
   */
  public EventReceiver receive(String id, long from) {
    ActiveRequest request = active(Objects.requireNonNull(id, "id"));
    request.spool().requireBlockAt(from);
    return new LocalReceiver(request, from);
  }

  /**
   * Delivers the events that a request collects as they arrive, on threads of the service. The
   * lease does not end as long as the target wants more.
   *
   * @param id name of the request
   * @param from end of the last delivery that is no longer needed, or empty to start with what has
   *     not been acknowledged
   * @param target receives the deliveries, and replaces any other target or receiver of the request
   * @return a subscription, through which the target reports its progress to the service
   * @throws IllegalArgumentException if there is no such request, or no block begins there
   */
  public EventSubscription deliver(String id, OptionalLong from, EventTarget target) {
    ActiveRequest request = active(Objects.requireNonNull(id, "id"));
    from.ifPresent(request.spool()::requireBlockAt);
    long begin = from.orElseGet(request.spool()::acknowledged);
    return EventPump.start(id, request, begin, target, workers);
  }

  /**
   * Returns counts of what applications have sent.
   *
   * @return the counts
   */
  public IntakeCounts counts() {
    return intake.counts();
  }

  /**
   * Switches the events off and ends the service; the requests stay.
   *
   * @throws IOException if something could not be written
   */
  @Override
  public void close() throws IOException {
    resources.close();
  }

  @Override
  public String toString() {
    return "ActivationService[" + requests.all().size() + " requests]";
  }
}
