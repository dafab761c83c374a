package io.flowgauge.cli.sites;

import io.flowgauge.cli.Main;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.sites.Authority;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "keys",
    description = {
      "Issues keys and certificates to users, nodes, sites and hubs. The first time, it also"
          + " creates the authority that they all trust, in FOLDER/authority; keep that folder"
          + " secret. Each name gets its own folder, which you copy to the machine that uses it.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge keys --laboratory lab keys hub/hub site/siteA node/siteA/node1 user/alice",
      "  flowgauge keys keys user/bob --days 30",
      "  flowgauge keys init keys --laboratory lab",
      "  flowgauge keys issue keys user/bob"
    })
public final class KeysCommand implements Callable<Integer> {
  private static final String AUTHORITY = "authority";

  /** The option for how long certificates are valid. */
  static final class Validity {
    /** A century, which X.509 can express. */
    private static final long MOST_DAYS = 36_500;

    @Option(
        names = "--days",
        paramLabel = "N",
        defaultValue = "365",
        description = "Number of days for which certificates are valid (default ${DEFAULT-VALUE}).")
    private long days;

    private Duration duration() {
      if (days < 1 || days > MOST_DAYS) {
        throw new WrongUsageException("--days must be 1 to " + MOST_DAYS + ", but is " + days);
      }
      return Duration.ofDays(days);
    }
  }

  private final Session session;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FOLDER",
      description = "Where keys are kept.")
  private Path folder;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "NAME",
      description =
          "user/NAME, node/SITE/NODE, site/SITE or hub/HUB; an existing one gets a new key.")
  private List<String> names = List.of();

  @Option(
      names = "--laboratory",
      paramLabel = "NAME",
      description = "The name of the laboratory; needed only once, to create its authority.")
  private String laboratory;

  @Mixin private Validity validity;

  public KeysCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    if (folder == null) {
      throw new WrongUsageException("name the folder where keys are kept");
    }
    return make(folder, laboratory, names, validity);
  }

  @Command(name = "init", description = "Only creates the authority, in FOLDER/authority.")
  Integer init(
      @Parameters(paramLabel = "FOLDER", description = "Where keys are kept.") Path keys,
      @Option(
              names = "--laboratory",
              paramLabel = "NAME",
              defaultValue = "laboratory",
              description = "The name of the laboratory (default ${DEFAULT-VALUE}).")
          String name)
      throws IOException {
    requireNothingBefore("init");
    return make(keys, name, List.of(), validity);
  }

  @Command(name = "issue", description = "Issues keys, in the name of the authority there.")
  Integer issue(
      @Parameters(paramLabel = "FOLDER", description = "Where keys are kept.") Path keys,
      @Parameters(arity = "1..*", paramLabel = "NAME", description = "See 'flowgauge keys'.")
          List<String> issued,
      @Mixin Validity valid)
      throws IOException {
    requireNothingBefore("issue");
    return make(keys, null, issued, valid);
  }

  /** Refuses arguments before a subcommand, because they would be ignored. */
  private void requireNothingBefore(String subcommand) {
    for (ArgSpec given : spec.commandLine().getParseResult().matchedArgs()) {
      String name = given instanceof OptionSpec option ? option.longestName() : given.paramLabel();
      throw new WrongUsageException(
          "found " + name + " before " + subcommand + ", expected it after " + subcommand);
    }
  }

  private Integer make(Path folder, String laboratory, List<String> names, Validity validity)
      throws IOException {
    Duration valid = validity.duration();
    checkNames(names);
    Authority authority = authority(folder.resolve(AUTHORITY), laboratory);
    for (String name : names) {
      Path identity = folder.resolve(name.replace('/', '-'));
      try {
        String id = authority.issue(name, identity, valid);
        session.text().write(id + " in " + identity + "\n");
      } catch (IllegalArgumentException e) {
        throw new WrongUsageException(e.getMessage());
      }
    }
    session.text().flush();
    return Main.DONE;
  }

  /** Checks all names before anything is written. */
  private static void checkNames(List<String> names) {
    try {
      names.forEach(Authority::checkName);
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException(e.getMessage());
    }
  }

  private static Authority authority(Path authority, String laboratory) throws IOException {
    if (laboratory == null) {
      if (!Files.isDirectory(authority)) {
        throw new WrongUsageException(
            "there is no "
                + authority
                + "; 'flowgauge keys init' or --laboratory NAME makes an authority");
      }
      return Authority.open(authority);
    }
    try {
      return Authority.create(authority, laboratory);
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException(e.getMessage());
    } catch (FileAlreadyExistsException e) {
      throw e.getReason() == null ? e : alreadyThere(authority);
    }
  }

  private static FileAlreadyExistsException alreadyThere(Path authority) {
    return new FileAlreadyExistsException(
        authority.toString(),
        null,
        "found an authority, expected none; 'flowgauge keys issue' issues keys in its name");
  }
}
