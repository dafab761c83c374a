package io.flowgauge.activation;

import io.flowgauge.activation.collect.Intake;
import io.flowgauge.log.trigger.TriggerFile;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutorGroup;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Switches on events of running applications at the request of consumers, buffers the events on
 * disk, and forwards them, as [Gunter] §5 describes. A consumer that is slow or gone holds up
 * nobody: its events wait on disk, up to a limit. Thread-safe.
 *
 * <pre>{@code
 * ActivationService service =
 *     ActivationService.in(Path.of("activation"), Path.of("server.triggers")).listen(14380).open();
 * service.request(ActivationRequest.of("large", "transfer.*").where("BYTES>=65536"));
 * EventReceiver receiver = service.receive("large");
 * }</pre>
 *
 * <p>It serves all applications whose event logs watch the trigger file. {@link #close()} switches
 * their events off; the requests stay, and the next service in the same folder resumes them with
 * everything that was buffered. The same holds if the service is killed, but then events stay on in
 * the meantime.
 */
public final class ActivationService implements AutoCloseable {
  private static final int WORKERS = 4;
  private static final long TICK_MILLIS = 500;

  private final ServiceResources resources = new ServiceResources();
  private final Optional<Path> filesBelow;
  private final Requests requests;
  private final Intake intake;
  private final List<SocketAddress> addresses = new ArrayList<>();

  ActivationService(ActivationServiceBuilder options) throws IOException {
    filesBelow = options.filesBelow();
    try {
      resources.lock(options.folder());
      EventExecutorGroup workers = resources.addGroup(workers());
      EventLoopGroup serving = resources.addGroup(Sockets.loop("flowgauge-activation-serve"));
      resources.add(this::closeRecords);
      EventLoopGroup receiving = resources.addGroup(Sockets.loop("flowgauge-activation-receive"));
      Listeners listeners = resources.add(new Listeners(options.settings()));
      Channel applications =
          listeners.bindForApplications(options.receiveAt(), receiving, this::intake);
      requests = requests(options, Listeners.trigger(applications), serving);
      Path sources = options.folder().resolve("sources");
      intake = new Intake(sources, options.settings().files(), requests);
      serve(options, listeners, serving, workers);
      Listeners.letIn(applications);
      ScheduledFuture<?> ticks =
          workers.scheduleWithFixedDelay(
              requests::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
      resources.add(() -> ticks.cancel(false));
    } catch (IOException | RuntimeException e) {
      resources.closeAfter(e);
      throw e;
    }
  }

  private static EventExecutorGroup workers() {
    return new DefaultEventExecutorGroup(
        WORKERS, new DefaultThreadFactory("flowgauge-activation-work", true));
  }

  private static Requests requests(
      ActivationServiceBuilder options, String address, EventLoopGroup loop) throws IOException {
    Optional<SslContext> tls =
        options.tls().isPresent() ? Optional.of(options.tls().get().client()) : Optional.empty();
    return new Requests(
        options.folder().resolve("requests"),
        TriggerFile.at(options.triggers()),
        address,
        options.settings(),
        new Forwarding(loop, tls));
  }

  private void serve(
      ActivationServiceBuilder options,
      Listeners listeners,
      EventLoopGroup loop,
      EventExecutorGroup workers)
      throws IOException {
    Optional<SslContext> tls =
        options.tls().isPresent() ? Optional.of(options.tls().get().server()) : Optional.empty();
    for (SocketAddress at : options.listenAt()) {
      Optional<AccessToken> token =
          tls.isPresent() || at instanceof UnixDomainSocketAddress
              ? Optional.empty()
              : Optional.of(AccessToken.in(options.folder().resolve("token")));
      Channel bound =
          listeners.serve(at, tls, loop, () -> new ControlHandler(this, workers.next(), token));
      addresses.add(bound.localAddress());
    }
  }

  private Intake intake() {
    return intake;
  }

  /** Closes those that are open by now. */
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
   * Begins a request: applications start to log what it asks for when they next check the trigger
   * file. Requesting the same again renews it; if its lease has ended, it begins to collect again.
   *
   * @param request the request
   * @return its status so far
   * @throws IllegalArgumentException if another request has its id or writes to its file, or it
   *     exceeds a limit of this service
   * @throws IOException if the request or the trigger entry cannot be written
   */
  public RequestStatus request(ActivationRequest request) throws IOException {
    return requests.add(Objects.requireNonNull(request, "request"));
  }

  /** Begins a request of a remote consumer, who may write only to allowed files. */
  RequestStatus requestFromAfar(ActivationRequest request) throws IOException {
    boolean allowed =
        !(request.destination() instanceof RequestDestination.File file)
            || filesBelow.filter(folder -> file.path().startsWith(folder)).isPresent();
    if (!allowed) {
      throw new IllegalArgumentException(
          "this service writes no files for consumers"
              + filesBelow.map(folder -> " except below " + folder).orElse(""));
    }
    return request(request);
  }

  /**
   * Ends a request: its trigger entry and what is buffered for it are deleted.
   *
   * @param id name of the request
   * @return whether there was such a request
   * @throws IOException if something cannot be deleted
   */
  public boolean cancel(String id) throws IOException {
    return requests.cancel(Objects.requireNonNull(id, "id"));
  }

  /**
   * The status of all requests.
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
   * The status of a request. Renews its lease.
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

  ActiveRequest active(String id) {
    return requests.get(id);
  }

  /**
   * Receives what a request collects, starting with what has not been acknowledged yet.
   *
   * @param id name of the request
   * @return a receiver, which replaces any other of the request
   * @throws IllegalArgumentException if there is no such request
   */
  public EventReceiver receive(String id) {
    ActiveRequest request = active(Objects.requireNonNull(id, "id"));
    return new LocalReceiver(request, request.spool().acknowledged());
  }

  /**
   * Receives what a request collects, starting at a position.
   *
   * @param id name of the request
   * @param from end of the last delivery that is no longer needed
   * @return a receiver, which replaces any other of the request
   * @throws IllegalArgumentException if there is no such request, or no block begins there
   */
  public EventReceiver receive(String id, long from) {
    ActiveRequest request = active(Objects.requireNonNull(id, "id"));
    request.spool().requireBlockAt(from);
    return new LocalReceiver(request, from);
  }

  /**
   * Counts of what came from applications.
   *
   * @return the counts
   */
  public IntakeCounts counts() {
    return intake.counts();
  }

  /**
   * The addresses at which the service listens for consumers.
   *
   * @return the addresses, in the order in which they were given
   */
  public List<SocketAddress> addresses() {
    return List.copyOf(addresses);
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
    return "ActivationService[" + requests.all().size() + " requests, at " + addresses + "]";
  }
}
