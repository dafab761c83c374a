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
    description = "Puts together the runs whose events engines log to Kafka: see docs/fleet.md.",
    mixinStandardHelpOptions = true)
public final class FleetJob implements Callable<Integer> {
  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      required = true,
      description = "Some of the brokers, joined by commas.")
  private String servers;

  @Option(
      names = "--prefix",
      paramLabel = "NAME",
      defaultValue = "flowgauge",
      description = "What the names of the topics begin with (default ${DEFAULT-VALUE}).")
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
      description = "Silence after which there is an alarm (default ${DEFAULT-VALUE}).")
  private Duration stalled;

  @Option(
      names = "--forgotten",
      paramLabel = "TIME",
      defaultValue = "3 d",
      description =
          "Silence after which an unfinished run is reported as it is (default"
              + " ${DEFAULT-VALUE}).")
  private Duration forgotten;

  @Option(
      names = "--checkpoints",
      paramLabel = "TIME",
      defaultValue = "10 s",
      description = "How often reports go out, with a checkpoint (default ${DEFAULT-VALUE}).")
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
      throw new IllegalArgumentException("the job was not started, as said above");
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
    fleet.addTo(job);
    job.execute("flowgauge " + prefix);
    return 0;
  }
}
