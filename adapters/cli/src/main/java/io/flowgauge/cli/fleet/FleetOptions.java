package io.flowgauge.cli.fleet;

import io.flowgauge.cli.PlaceName;
import io.flowgauge.cli.WrongUsageException;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Options for what a fleet reads and reports. */
final class FleetOptions {
  private static final Pattern ADDRESS = Pattern.compile(".+:0*[1-9][0-9]{0,4}");

  /** Names of Kafka topics, with room for suffixes. */
  private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._-]{1,200}");

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      required = true,
      description = "One or more of the brokers, separated by commas.")
  String servers;

  @Option(
      names = "--prefix",
      paramLabel = "NAME",
      defaultValue = "flowgauge",
      description = "Prefix of the names of the topics (default flowgauge).")
  String prefix;

  @Option(
      names = "--group",
      paramLabel = "NAME",
      defaultValue = "flowgauge",
      description = "The consumer group (default flowgauge).")
  String group;

  @Option(
      names = "--setting",
      paramLabel = "NAME=VALUE",
      description = "A setting of Kafka's clients. May be repeated.")
  List<String> settings = List.of();

  @Option(
      names = {"-r", "--repository"},
      paramLabel = "REPO",
      converter = PlaceName.class,
      description =
          "Also store the runs in this experiment repository, each with its id as the tag run.")
  String repository;

  @Option(
      names = "--history",
      paramLabel = "RUN",
      converter = PlaceName.class,
      description =
          "Earlier runs, which show how long activities take and how often they fail: a run, a"
              + " folder of runs, or an experiment repository (REPO, or REPO#WORKFLOW). May be"
              + " repeated.")
  List<String> history = List.of();

  @Option(
      names = "--settle",
      paramLabel = "TIME",
      defaultValue = "10",
      description = "How long a completed run must be silent before it is reported (default 10 s).")
  String settle = "";

  @Option(
      names = "--stalled",
      paramLabel = "TIME",
      defaultValue = "10m",
      description = "How long a run may be silent before there is an alarm (default 10 minutes).")
  String stalled = "";

  @Option(
      names = "--forgotten",
      paramLabel = "TIME",
      defaultValue = "3d",
      description =
          "How long an unfinished run must be silent before it is given up and reported as it is"
              + " (default 3 days).")
  String forgotten = "";

  @Option(
      names = "--page",
      paramLabel = "PORT",
      description = "Serve a page of the runs in progress on this port of this machine.")
  Integer page;

  /** Refuses names and addresses that can never work, because a fleet would retry them forever. */
  void check() {
    for (String server : servers.split(",", -1)) {
      if (!ADDRESS.matcher(server.strip()).matches()) {
        throw new WrongUsageException(
            "--kafka must be HOST:PORT, or several separated by commas, but is '" + servers + "'");
      }
    }
    if (!TOPIC.matcher(prefix).matches()) {
      throw new WrongUsageException(
          "--prefix must be 1 to 200 ASCII letters, digits, dots, hyphens and underscores, but is '"
              + prefix
              + "'");
    }
    if (group.isBlank()) {
      throw new WrongUsageException("--group must not be empty");
    }
  }
}
