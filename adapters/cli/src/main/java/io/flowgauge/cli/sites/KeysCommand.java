package io.flowgauge.cli.sites;

import io.flowgauge.cli.Main;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.sites.Authority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "keys",
    description = {
      "Issues keys and certificates to users, nodes, sites and hubs. The first time, it also"
          + " creates the authority that they all trust, in FOLDER/authority; keep that folder to"
          + " yourself. Each name gets a folder of its own, to be copied to where it is used.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge keys --laboratory lab keys hub/hub site/siteA node/siteA/node1 user/alice",
      "  flowgauge keys keys user/bob --days 30"
    })
public final class KeysCommand implements Callable<Integer> {
  /** A century, which X.509 has room for. */
  private static final long MOST_DAYS = 36_500;

  private static final String AUTHORITY = "authority";

  private final Session session;

  @Parameters(index = "0", paramLabel = "FOLDER", description = "Where keys are kept.")
  private Path folder;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "NAME",
      description =
          "user/NAME, node/SITE/NODE, site/SITE or hub/HUB; an existing one gets a new" + " key.")
  private List<String> names = List.of();

  @Option(
      names = "--laboratory",
      paramLabel = "NAME",
      description = "The name of the laboratory, needed once, to create its authority.")
  private String laboratory;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "365",
      description = "For how many days certificates are valid (default 365).")
  private long days = 365;

  public KeysCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    if (days < 1 || days > MOST_DAYS) {
      throw new WrongUsageException("--days must be 1 to " + MOST_DAYS + ", but is " + days);
    }
    Authority authority = authority();
    for (String name : names) {
      Path identity = folder.resolve(name.replace('/', '-'));
      try {
        String id = authority.issue(name, identity, Duration.ofDays(days));
        session.text().write(id + " in " + identity + "\n");
      } catch (IllegalArgumentException e) {
        throw new WrongUsageException(e.getMessage());
      }
    }
    session.text().flush();
    return Main.DONE;
  }

  private Authority authority() throws IOException {
    Path authority = folder.resolve(AUTHORITY);
    if (laboratory == null) {
      if (!Files.isDirectory(authority)) {
        throw new WrongUsageException(
            "there is no " + authority + "; --laboratory NAME makes an authority");
      }
      return Authority.open(authority);
    }
    try {
      return Authority.create(authority, laboratory);
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException(e.getMessage());
    }
  }
}
