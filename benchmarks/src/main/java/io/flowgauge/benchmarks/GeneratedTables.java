package io.flowgauge.benchmarks;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.SplittableRandom;

/**
 * Tables of engines and batch systems, with the columns and lengths of recorded ones. Stateless.
 */
final class GeneratedTables {
  private static final long SEED = 2008;
  private static final int PROCESSES = 20;
  private static final int NODES = 64;
  private static final long EPOCH_SECONDS = 1_795_170_000;
  private static final int FAILS_ONCE_IN = 50;

  private GeneratedTables() {}

  static void nextflow(int activities, Path file) throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write(
          String.join(
              "\t",
              "task_id",
              "hash",
              "native_id",
              "process",
              "tag",
              "name",
              "status",
              "exit",
              "submit",
              "start",
              "complete",
              "duration",
              "realtime",
              "%cpu",
              "peak_rss",
              "rchar",
              "wchar",
              "cpus"));
      out.write('\n');
      for (int k = 1; k <= activities; k++) {
        out.write(task(k, random));
        out.write('\n');
      }
    }
  }

  private static String task(int number, SplittableRandom random) {
    String process = "PROCESS_" + random.nextInt(PROCESSES);
    String tag = "sample-" + number;
    long submit = 1_000 * EPOCH_SECONDS + 10L * number;
    long start = submit + random.nextInt(1, 9_000);
    long complete = start + random.nextInt(1_000, 3_000_000);
    return String.join(
        "\t",
        "" + number,
        String.format("%02x/%06x", number % 256, random.nextInt(1 << 24)),
        "" + (20_000 + number),
        process,
        tag,
        process + " (" + tag + ")",
        "COMPLETED",
        "0",
        "" + submit,
        "" + start,
        "" + complete,
        "" + (complete - submit),
        "" + (complete - start - 7),
        random.nextInt(1_000) / 10.0 + "",
        "" + random.nextInt(1 << 30),
        "" + random.nextInt(1 << 30),
        "" + random.nextInt(1 << 30),
        "" + (1 + random.nextInt(8)));
  }

  static void slurm(int activities, Path file) throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write(
          "JobID|JobName|Partition|State|ExitCode|Submit|Eligible|Start|End|ElapsedRaw|NodeList"
              + "|AllocCPUS|TotalCPU|MaxRSS|AveDiskRead|AveDiskWrite|Reason\n");
      for (int k = 1; k <= activities; k++) {
        out.write(job(k, random));
      }
    }
  }

  /** Returns the rows of a job and of its step. One job in fifty has failed. */
  private static String job(int number, SplittableRandom random) {
    boolean failed = random.nextInt(FAILS_ONCE_IN) == 0;
    long submit = EPOCH_SECONDS + number / 10;
    long start = submit + random.nextInt(0, 600);
    int elapsed = random.nextInt(1, 7_200);
    String state = (failed ? "FAILED" : "COMPLETED") + "|" + (failed ? "1:0" : "0:0");
    String end = time(start) + "|" + time(start + elapsed) + "|" + elapsed;
    String node = "node" + random.nextInt(NODES) + "|" + (1 + random.nextInt(8)) + "|";
    String cpu = String.format("%02d:%02d.%03d", elapsed / 60, elapsed % 60, random.nextInt(1_000));
    String submitted = "|" + time(submit) + "|" + time(submit) + "|";
    String name = "stage" + random.nextInt(PROCESSES) + "_" + number;
    String used = "|" + random.nextInt(1, 1 << 22) + "K|";
    String disk = random.nextInt(1 << 20) / 100.0 + "M|" + random.nextInt(1 << 20) / 100.0 + "M|";
    return number
        + ("|" + name + "|site" + number % 3 + "|" + state + submitted + end + "|" + node)
        + (cpu + "||||None\n")
        + number
        + (".batch|batch||" + state + submitted + end + "|" + node)
        + (cpu + used + disk + "\n");
  }

  private static String time(long epochSeconds) {
    LocalDateTime time = LocalDateTime.ofEpochSecond(epochSeconds, 0, ZoneOffset.UTC);
    return time.getSecond() == 0 ? time + ":00" : time.toString();
  }
}
