package io.flowgauge.flink;

import io.flowgauge.fleet.FleetTimes;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.TimeUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** A job that reports the runs of many machines: {@code flink run flowgauge-flink-job.jar}. */
@Command(
    name = "flink run flowgauge-flink-job.jar",
    description =
        "Assembles and reports the runs whose events engines send to Kafka: see docs/fleet.md.",
    mixinStandardHelpOptions = true)
public final class FleetJob implements Callable<Integer> {
  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      required = true,
      description = "One or more of the brokers, separated by commas.")
  private String servers;

  @Option(
      names = "--prefix",
      paramLabel = "NAME",
      defaultValue = "flowgauge",
      description = "Prefix of the names of the topics (default ${DEFAULT-VALUE}).")
  private String prefix;

  @Option(
      names = "--setting",
      paramLabel = "NAME=VALUE",
      description = "A setting of Kafka's clients. May be repeated.")
  private Map<String, String> settings = Map.of();

  @Option(
      names = "--repository",
      paramLabel = "URL",
      description = "Also store the runs in this experiment repository, such as jdbc:postgresql:…")
  private String repository;

  @Option(
      names = "--settle",
      paramLabel = "TIME",
      defaultValue = "10 s",
      description =
          "How long a completed run must be silent before it is reported (default"
              + " ${DEFAULT-VALUE}).")
  private Duration settle;

  @Option(
      names = "--stalled",
      paramLabel = "TIME",
      defaultValue = "10 min",
      description =
          "How long a run may be silent before there is an alarm (default ${DEFAULT-VALUE}).")
  private Duration stalled;

  @Option(
      names = "--forgotten",
      paramLabel = "TIME",
      defaultValue = "3 d",
      description =
          "How long an unfinished run must be silent before it is given up and reported as it is"
              + " (default ${DEFAULT-VALUE}).")
  private Duration forgotten;

  @Option(
      names = "--checkpoints",
      paramLabel = "TIME",
      defaultValue = "10 s",
      description =
          "Interval of the checkpoints, with which reports are sent (default ${DEFAULT-VALUE}).")
  private Duration checkpoints;

  /** The shortest interval between checkpoints that Flink accepts. */
  private static final Duration LEAST_CHECKPOINTS = Duration.ofMillis(10);

  /**
   * The longest interval accepted: longer ones are probably mistakes, and very long ones overflow
   * when converted to milliseconds.
   */
  private static final Duration MOST_CHECKPOINTS = Duration.ofDays(365);

  @Spec private CommandSpec command;

  private FleetJob() {}

  /**
   * Runs the job.
   *
   * @param arguments the options that {@code --help} lists
   */
  public static void main(String[] arguments) {
    if (command().execute(arguments) != 0) {
      throw new IllegalArgumentException(
          "the job was not started, or has failed; the message above says why");
    }
  }

  static CommandLine command() {
    ITypeConverter<Duration> duration = FleetJob::duration;
    return new CommandLine(new FleetJob()).registerConverter(Duration.class, duration);
  }

  /**
   * Parses a time. A number without a unit is in seconds, as in the flowgauge command, but unlike
   * in Flink.
   */
  static Duration duration(String text) {
    try {
      return TimeUtils.parseDuration(text.matches("\\d+") ? text + " s" : text);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new TypeConversionException(
          "must be a time such as 30, 30s, 250ms, 10min, 2h or 3d, but is '" + text + "'");
    }
  }

  private FleetTimes times() {
    if (checkpoints.compareTo(LEAST_CHECKPOINTS) < 0
        || checkpoints.compareTo(MOST_CHECKPOINTS) > 0) {
      throw wrong("checkpoints must be 10 ms to a year, but is " + checkpoints);
    }
    try {
      return FleetTimes.usual().settle(settle).stalled(stalled).forgotten(forgotten);
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  private ParameterException wrong(String option) {
    return new ParameterException(command.commandLine(), "--" + option);
  }

  @Override
  public Integer call() throws Exception {
    FleetStream fleet = FleetStream.of(servers).prefix(prefix).times(times());
    settings.forEach(fleet::setting);
    if (repository != null) {
      fleet.store(new RepositoryStore(repository));
    }
    StreamExecutionEnvironment job = StreamExecutionEnvironment.getExecutionEnvironment();
    job.enableCheckpointing(checkpoints.toMillis());
    job.getCheckpointConfig()
        .setExternalizedCheckpointRetention(ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    try {
      fleet.addTo(job);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
    job.execute("flowgauge " + prefix);
    return 0;
  }
}
