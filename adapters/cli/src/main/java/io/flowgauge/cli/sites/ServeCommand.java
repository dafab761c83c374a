package io.flowgauge.cli.sites;

import io.flowgauge.cli.Main;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.cli.terminal.StopSignal;
import io.flowgauge.sites.SitesDaemon;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "serve",
    description = {
      "Answers requests from other machines until Ctrl-C or SIGTERM: as a node for the processes"
          + " of this machine, as a site for its nodes, or as a hub for sites. Started by root, a"
          + " node performs each request in a helper process of its user; started by another"
          + " user, it serves only that user.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge serve --role node --identity node-siteA-node1 --grid-map grid-map",
      "  flowgauge serve --role site --identity site-siteA --grid-map grid-map --places nodes \\",
      "      --hub hub.example.org:14381",
      "  flowgauge serve --role hub --identity hub-hub --grid-map grid-map --places sites"
    })
public final class ServeCommand implements Callable<Integer> {
  private static final String PORT = "14381";
  private static final int LARGEST_PORT = 65_535;
  private static final Duration FOREVER = Duration.ofDays(36_500);

  /**
   * Logger that warns, with a stack trace, of each connection that breaks. It is held here because
   * unused loggers are garbage-collected.
   */
  private static final Logger GRPC_CALLS = Logger.getLogger("io.grpc.netty.NettyServerHandler");

  /**
   * Property with the format of messages logged to standard error, which by default begin with
   * class names.
   */
  private static final String LOG_FORMAT = "java.util.logging.SimpleFormatter.format";

  private final Session session;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      required = true,
      description = "node, site or hub, as in the identity.")
  private String role;

  @Option(
      names = {"--identity", "--keys"},
      paramLabel = "FOLDER",
      required = true,
      description = "The folder with its key and certificates; see 'flowgauge keys'.")
  private Path identity;

  @Option(
      names = "--grid-map",
      paramLabel = "FILE",
      required = true,
      description =
          "A file that says who may make requests, in lines such as 'spiffe://lab/user/alice"
              + " alice'.")
  private Path gridMap;

  @Option(
      names = "--places",
      paramLabel = "FILE",
      description =
          "A file that lists the nodes of a site, or the sites of a hub, in lines such as 'node1"
              + " node1.example.org:14381', or 'siteA calls' for a site that calls its hub.")
  private Path places;

  @Option(
      names = {"--hub", "--connect"},
      paramLabel = "HOST:PORT",
      description = "The hub that a site calls; the site then needs no open port.")
  private String hub;

  @Option(
      names = "--listen",
      paramLabel = "[ADDRESS:]PORT",
      description =
          "Where to listen. Default: "
              + PORT
              + " on all addresses; for a site that calls its hub, none.")
  private String listen;

  @Option(
      names = "--audit",
      paramLabel = "FILE",
      defaultValue = "flowgauge-audit.jsonl",
      description =
          "The file to which granted and refused requests are logged (default"
              + " flowgauge-audit.jsonl).")
  private Path audit;

  @Option(
      names = "--state",
      paramLabel = "FOLDER",
      defaultValue = "flowgauge-state",
      description =
          "The folder for data that outlives this command, such as events on their way through a"
              + " site or a hub (default flowgauge-state).")
  private Path state;

  @Option(
      names = "--events",
      paramLabel = "FOLDER",
      defaultValue = "~/.flowgauge/events",
      description =
          "On a node: the folder for the events of each user, in which applications watch the file"
              + " 'triggers'; ~ stands for the user's home, %%u for the user's name (default"
              + " ~/.flowgauge/events).")
  private String events;

  public ServeCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    GRPC_CALLS.setLevel(Level.SEVERE);
    System.getProperties().putIfAbsent(LOG_FORMAT, "flowgauge: %5$s%6$s%n");
    SitesDaemon.Role role = role();
    requireUsed(role);
    SitesDaemon.Builder builder =
        SitesDaemon.builder(role, identity, gridMap, audit)
            .state(state)
            .events(events)
            .onTrouble(session::say);
    if (places != null) {
      builder.places(places);
    }
    if (hub != null) {
      builder.callHub(hub);
    }
    if (listen != null || hub == null) {
      builder.listen(address(listen == null ? PORT : listen));
    }
    try (StopSignal stop = StopSignal.listen();
        SitesDaemon daemon = start(builder)) {
      session.say(serving(daemon));
      session.flush();
      stop.await(FOREVER);
    }
    return Main.DONE;
  }

  private SitesDaemon.Role role() {
    try {
      return SitesDaemon.Role.valueOf(role.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException("--role must be node, site or hub, but is '" + role + "'");
    }
  }

  /** Refuses an option that the role does not use, because it would be ignored silently. */
  private void requireUsed(SitesDaemon.Role role) {
    if (places != null && role == SitesDaemon.Role.NODE) {
      throw new WrongUsageException("--places is for a site or a hub, but the role is node");
    }
    if (hub != null && role != SitesDaemon.Role.SITE) {
      throw new WrongUsageException(
          "--hub is for a site, but the role is " + role.name().toLowerCase(Locale.ROOT));
    }
  }

  private String serving(SitesDaemon daemon) {
    String port = daemon.port().isPresent() ? " at port " + daemon.port().getAsInt() : "";
    return "serving as " + daemon.identity() + port + (hub == null ? "" : ", calling hub " + hub);
  }

  private static SitesDaemon start(SitesDaemon.Builder builder) throws IOException {
    try {
      return builder.start();
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException(e.getMessage());
    } catch (IOException e) {
      // If an address cannot be listened on, the reason is in the cause of the exception.
      boolean isWithout = e.getClass() == IOException.class && e.getCause() instanceof IOException;
      throw isWithout ? new IOException(e.getMessage() + ": " + e.getCause().getMessage(), e) : e;
    }
  }

  private static InetSocketAddress address(String text) throws IOException {
    int colon = text.lastIndexOf(':');
    String port = text.substring(colon + 1);
    if (!port.matches("\\d{1,5}") || Integer.parseInt(port) > LARGEST_PORT || colon == 0) {
      throw new WrongUsageException("--listen must be PORT or ADDRESS:PORT, but is '" + text + "'");
    }
    if (colon < 0) {
      return new InetSocketAddress(Integer.parseInt(port));
    }
    String host = text.substring(0, colon);
    InetSocketAddress address = new InetSocketAddress(host, Integer.parseInt(port));
    if (address.isUnresolved()) {
      throw new IOException(
          "--listen: found no address of '" + host + "', expected one of this machine");
    }
    return address;
  }
}
