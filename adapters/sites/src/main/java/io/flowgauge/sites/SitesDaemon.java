package io.flowgauge.sites;

import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.sites.forward.Attendance;
import io.flowgauge.sites.forward.AttendingSites;
import io.flowgauge.sites.forward.ForwardingService;
import io.flowgauge.sites.forward.PlacesFile;
import io.flowgauge.sites.identity.Credentials;
import io.flowgauge.sites.identity.GridMap;
import io.flowgauge.sites.node.Node;
import io.flowgauge.sites.request.AuditLog;
import io.flowgauge.sites.request.RequestAdmission;
import io.flowgauge.sites.service.Attended;
import io.flowgauge.sites.service.Responder;
import io.flowgauge.sites.service.ServiceServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * A node, a site or a hub. Closing a node removes all its sensors. Thread-safe.
 *
 * <pre>{@code
 * SitesDaemon node =
 *     SitesDaemon.builder(Role.NODE, Path.of("node1"), Path.of("grid-map"), Path.of("audit.jsonl"))
 *         .listen(new InetSocketAddress(14381))
 *         .start();
 * }</pre>
 */
public final class SitesDaemon implements AutoCloseable {
  /** The kind of service that a daemon provides. */
  public enum Role {
    /** Instruments the processes of this machine. */
    NODE,
    /** Passes requests on to the nodes of a site. */
    SITE,
    /** Passes requests on to sites. */
    HUB
  }

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final Credentials credentials;
  private Optional<ServiceServer> server = Optional.empty();

  private SitesDaemon(Credentials credentials) {
    this.credentials = credentials;
    closeAtEnd(credentials);
  }

  private <T extends AutoCloseable> T closeAtEnd(T resource) {
    open.push(resource);
    return resource;
  }

  /**
   * Prepares a daemon.
   *
   * @param role what it serves as
   * @param identity folder with {@code key.pem}, {@code certificate.pem} and {@code authority.pem}
   *     of that role; a node's name in it is its place
   * @param gridMap file with lines such as {@code spiffe://lab/user/alice alice}: who may make
   *     requests, and as which local user a node performs them
   * @param audit file to which grants and refusals are appended, as JSON lines
   * @return a builder
   */
  public static Builder builder(Role role, Path identity, Path gridMap, Path audit) {
    return new Builder(role, identity, gridMap, audit);
  }

  /**
   * Returns who the daemon is.
   *
   * @return its identity, such as {@code spiffe://lab/site/siteA}
   */
  public String identity() {
    return credentials.id().toString();
  }

  /**
   * Returns the port it listens on.
   *
   * @return the port; empty if it only calls a hub
   */
  public OptionalInt port() {
    return server.map(one -> OptionalInt.of(one.port())).orElse(OptionalInt.empty());
  }

  /** Stops the daemon: open calls first, then what they use. Closing again has no effect. */
  @Override
  public synchronized void close() {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        System.getLogger(SitesDaemon.class.getName())
            .log(System.Logger.Level.WARNING, "a part of the service did not close cleanly", e);
      }
    }
  }

  @Override
  public String toString() {
    return "SitesDaemon["
        + credentials.id()
        + server.map(one -> ", port " + one.port()).orElse("")
        + "]";
  }

  /** Settings of a daemon. Not thread-safe. */
  public static final class Builder {
    private final Role role;
    private final Path identity;
    private final Path gridMap;
    private final Path audit;
    private Optional<InetSocketAddress> address = Optional.empty();
    private Optional<Path> places = Optional.empty();
    private Optional<String> hub = Optional.empty();
    private List<InstrumentationProvider> providers = Instrumentation.providers();
    private String events = "~/.flowgauge/events";
    private Path state = Path.of("flowgauge-state");
    private long eventBytes = 1L << 32;
    private Consumer<String> trouble =
        message ->
            System.getLogger(SitesDaemon.class.getName()).log(System.Logger.Level.INFO, message);

    private Builder(Role role, Path identity, Path gridMap, Path audit) {
      this.role = Objects.requireNonNull(role, "role");
      this.identity = Objects.requireNonNull(identity, "identity");
      this.gridMap = Objects.requireNonNull(gridMap, "gridMap");
      this.audit = Objects.requireNonNull(audit, "audit");
    }

    /**
     * Listens on an address.
     *
     * @param at the address; port 0 for any
     * @return this
     */
    public Builder listen(InetSocketAddress at) {
      address = Optional.of(at);
      return this;
    }

    /**
     * Names the nodes of a site, or the sites of a hub.
     *
     * @param file lines such as {@code node1 node1.example.org:14381}; {@code siteA calls} for a
     *     site that calls its hub
     * @return this
     */
    public Builder places(Path file) {
      places = Optional.of(file);
      return this;
    }

    /**
     * Makes a site call its hub and answer requests over that connection.
     *
     * @param to host and port of the hub
     * @return this
     */
    public Builder callHub(String to) {
      hub = Optional.of(to);
      return this;
    }

    /**
     * Sets the providers with which a node instruments.
     *
     * @param use the providers; those installed by default
     * @return this
     */
    public Builder providers(List<InstrumentationProvider> use) {
      providers = List.copyOf(use);
      return this;
    }

    /**
     * Names the folder for the events of a user's applications: they watch the file {@code
     * triggers} in it.
     *
     * @param path its path on a node, in which {@code ~} at the beginning is the user's home and
     *     {@code %u} the user's name; {@code ~/.flowgauge/events} by default
     * @return this
     */
    public Builder events(String path) {
      events = Objects.requireNonNull(path, "path");
      return this;
    }

    /**
     * Names the folder for data that outlives the daemon: for a site or a hub, events on their way.
     *
     * @param folder its path; {@code flowgauge-state} by default
     * @return this
     */
    public Builder state(Path folder) {
      state = Objects.requireNonNull(folder, "folder");
      return this;
    }

    /**
     * Limits the disk space for events on their way.
     *
     * @param most bytes for each request and place, 1 MiB or more; 4 GiB by default, and never more
     *     than the request asks for
     * @return this
     * @throws IllegalArgumentException if it is below 1 MiB
     */
    public Builder eventBytes(long most) {
      if (most < 1 << 20) {
        throw new IllegalArgumentException("most must be 1 MiB or more, but is " + most + " bytes");
      }
      eventBytes = most;
      return this;
    }

    /**
     * Sets a listener that is told when the hub that a site calls does not answer, and when it
     * answers again. The site keeps calling.
     *
     * @param listener receives sentences, in a thread of the daemon; by default they are logged
     * @return this
     */
    public Builder onTrouble(Consumer<String> listener) {
      trouble = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * Starts the daemon.
     *
     * @return the daemon, which the caller closes
     * @throws IOException if a file cannot be read or written, or the address is taken
     * @throws IllegalArgumentException if the identity is not of this role, or a required setting
     *     is missing: an address for a node and a hub, an address or a hub for a site, places for a
     *     site and a hub
     */
    public SitesDaemon start() throws IOException {
      SitesDaemon daemon = new SitesDaemon(Credentials.load(identity));
      try {
        start(daemon);
        return daemon;
      } catch (IOException | RuntimeException e) {
        daemon.close();
        throw e;
      }
    }

    private void start(SitesDaemon daemon) throws IOException {
      Credentials credentials = daemon.credentials;
      if (!credentials.id().kind().name().equals(role.name())) {
        throw new IllegalArgumentException(
            "to serve as a "
                + role.name().toLowerCase(Locale.ROOT)
                + ", "
                + identity
                + " must hold the identity of one, but holds "
                + credentials.id());
      }
      Clock clock = Clock.systemUTC();
      RequestAdmission admission =
          daemon.closeAtEnd(
              new RequestAdmission(
                  credentials, GridMap.load(gridMap), AuditLog.open(audit, clock), clock));
      switch (role) {
        case NODE -> {
          Node node = new Node(credentials.id().name(), admission, clock, providers, events, state);
          listen(daemon, admission, daemon.closeAtEnd(node), Attended.NONE);
        }
        case SITE -> startSite(daemon, admission);
        case HUB -> {
          PlacesFile sites = daemon.closeAtEnd(PlacesFile.ofSites(placesFile(), credentials));
          AttendingSites calling = new AttendingSites(sites);
          ForwardingService hubService =
              daemon.closeAtEnd(ForwardingService.hub(admission, store(), sites, calling));
          listen(daemon, admission, hubService, calling);
        }
        default -> throw new IllegalStateException("unknown role " + role);
      }
    }

    private void startSite(SitesDaemon daemon, RequestAdmission admission) throws IOException {
      Credentials credentials = daemon.credentials;
      PlacesFile nodes = daemon.closeAtEnd(PlacesFile.ofNodes(placesFile(), credentials));
      ForwardingService site =
          daemon.closeAtEnd(
              ForwardingService.site(credentials.id().name(), admission, store(), nodes));
      if (hub.isPresent()) {
        daemon.closeAtEnd(Attendance.start(hub.get(), credentials, site, trouble));
      }
      if (address.isPresent() || hub.isEmpty()) {
        listen(daemon, admission, site, Attended.NONE);
      }
    }

    private ForwardingService.EventStore store() {
      return new ForwardingService.EventStore(state.resolve("events"), eventBytes);
    }

    private Path placesFile() {
      return places.orElseThrow(
          () -> new IllegalArgumentException("a site or a hub needs a file of its places"));
    }

    private void listen(
        SitesDaemon daemon, RequestAdmission admission, Responder responder, Attended attended)
        throws IOException {
      InetSocketAddress at =
          address.orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "found no address to listen on, expected one"
                          + (role == Role.SITE ? ", or a hub to call" : "")));
      daemon.server =
          Optional.of(
              daemon.closeAtEnd(
                  ServiceServer.start(at, daemon.credentials, admission, responder, attended)));
    }
  }
}
