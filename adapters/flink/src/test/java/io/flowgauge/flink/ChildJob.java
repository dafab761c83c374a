package io.flowgauge.flink;

import io.flowgauge.fleet.FleetTimes;
import io.flowgauge.kafka.Broker;
import io.flowgauge.testsupport.JavaCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A job on a cluster in its own process that a test can kill; it continues from the last
 * checkpoint.
 */
final class ChildJob implements AutoCloseable {
  /**
   * Option for a virtual machine in which jobs run without a cluster. While a job starts, Flink
   * blocks a thread of the common pool until that pool has done other work. On two processors the
   * pool has one thread; before Java 25, asynchronous tasks of futures then got threads of their
   * own.
   */
  static final String THREADS = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=16";

  private final Process process;

  ChildJob(Broker broker, String prefix, Path checkpoints, int parallelism, Path output)
      throws IOException {
    List<String> command =
        JavaCommand.with(
            "-Xmx512m",
            THREADS,
            "-cp",
            System.getProperty("java.class.path"),
            ChildJob.class.getName(),
            broker.servers(),
            prefix,
            checkpoints.toString(),
            "" + parallelism);
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
            .start();
  }

  /** Reports runs until it is killed. */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[2]);
    Configuration settings = new Configuration();
    settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
    settings.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1_000);
    settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(500));
    newest(folder)
        .ifPresent(path -> settings.set(StateRecoveryOptions.SAVEPOINT_PATH, path.toString()));
    StreamExecutionEnvironment job =
        StreamExecutionEnvironment.createLocalEnvironment(Integer.parseInt(args[3]), settings);
    job.enableCheckpointing(500);
    FleetTimes times = FleetTimes.usual().settle(Duration.ofSeconds(3));
    FleetStream.of(args[0]).prefix(args[1]).times(times).addTo(job);
    job.execute();
  }

  /** Returns the checkpoint completed last, by any process. */
  static Optional<Path> newest(Path folder) {
    return files(folder)
        .flatMap(job -> files(job.toPath()))
        .map(checkpoint -> new File(checkpoint, "_metadata"))
        .filter(File::exists)
        .max(Comparator.comparingLong(File::lastModified))
        .map(file -> file.toPath().getParent());
  }

  /** Returns the files of a folder; any of them may be deleted at any time. */
  private static Stream<File> files(Path folder) {
    return Stream.ofNullable(folder.toFile().listFiles()).flatMap(Arrays::stream);
  }

  /** Kills it as {@code kill -9} does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
