package io.flowgauge.cli.sites;

import io.flowgauge.cli.PlaceName;
import io.flowgauge.cli.Providers;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.sites.Sites;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that select other machines. */
public final class ViaOptions {
  private static final String VARIABLE = "FLOWGAUGE_IDENTITY";

  /** Time for which sensors outlive a command that was killed. */
  private static final Duration LEASE = Duration.ofMinutes(1);

  @Option(
      names = "--via",
      paramLabel = "HOST:PORT",
      description = "Work on other machines, through this node, site or hub ('flowgauge serve').")
  private String via;

  @Option(
      names = {"--identity", "--keys"},
      paramLabel = "FOLDER",
      description =
          "With --via: your key and certificates ('flowgauge keys'). Default: the folder that the"
              + " variable "
              + VARIABLE
              + " names.")
  private Path identity;

  @Option(
      names = "--at",
      paramLabel = "PLACE",
      description =
          "With --via: SITE/NODE, or a pattern of places with * and ?. May be repeated. Default:"
              + " all places.")
  private List<String> places = List.of();

  /** Whether other machines are to be used. */
  public boolean isGiven() {
    if (via == null && (!places.isEmpty() || identity != null)) {
      throw new WrongUsageException(
          (identity == null ? "--at" : "--identity") + " needs --via HOST:PORT");
    }
    return via != null;
  }

  /** Connects to other machines; the caller closes the connection. */
  public Sites connect() throws IOException {
    String named = System.getenv().getOrDefault(VARIABLE, "");
    if (identity == null && named.isEmpty()) {
      throw new WrongUsageException("--via needs --identity FOLDER, or " + VARIABLE + " set");
    }
    Path folder = identity == null ? Path.of(PlaceName.ofVariable(VARIABLE, named)) : identity;
    Sites sites = connected(folder).lease(LEASE);
    return places.isEmpty() ? sites : sites.at(places.toArray(String[]::new));
  }

  private Sites connected(Path folder) throws IOException {
    try {
      return Sites.connect(folder, via);
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException("--via: " + e.getMessage());
    }
  }

  /** Connects to other machines if they were given. */
  public Reach open(Session session) throws IOException {
    return isGiven()
        ? new Reach(session.providers(), Optional.of(connect()))
        : new Reach(session.providers(), Optional.empty());
  }

  /** Providers on this machine, or at other places. */
  public record Reach(Providers local, Optional<Sites> sites) implements AutoCloseable {
    /**
     * Returns the requested provider; by default the native one at other places, where programs are
     * not known.
     */
    public InstrumentationProvider of(
        Optional<String> asked, long pid, List<RegionPattern> regions) {
      return sites
          .map(there -> there.provider(asked.orElse("native")).asProvider())
          .orElseGet(() -> local.of(asked, pid, regions));
    }

    @Override
    public void close() {
      sites.ifPresent(Sites::close);
    }
  }
}
