package io.flowgauge.traces.snakemake;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Messages of Snakemake for people, with facts that no other source has. */
final class Messages {
  static final String START = "Building DAG of jobs...";
  static final String SELECT = "Select jobs to execute...";
  private static final Pattern CORES = Pattern.compile("Provided cores: (\\d{1,6})\\b.*");
  private static final Pattern CLUSTER =
      Pattern.compile("Provided (?:cluster|remote) nodes: (?:\\d+|unlimited).*");
  private static final Pattern SUBMITTED =
      Pattern.compile("Submitted (?:group )?job (\\d{1,18}) with external jobid '([^']*)'\\.");
  private static final Pattern SUBMITTED_SLURM =
      Pattern.compile("Job (\\d{1,18}) has been submitted with SLURM jobid (\\S+).*");

  private Messages() {}

  static void take(String message, OptionalLong nanos, SnakeRun run) {
    String text = message.strip();
    Matcher cores = CORES.matcher(text);
    if (text.equals(START)) {
      run.start(nanos);
    } else if (cores.matches()) {
      run.cores(Integer.parseInt(cores.group(1)));
    } else if (CLUSTER.matcher(text).matches()) {
      run.cluster();
    } else {
      submitted(text, nanos, run);
    }
  }

  private static void submitted(String text, OptionalLong nanos, SnakeRun run) {
    for (Pattern pattern : new Pattern[] {SUBMITTED, SUBMITTED_SLURM}) {
      Matcher matcher = pattern.matcher(text);
      if (matcher.matches()) {
        run.submitted(Long.parseLong(matcher.group(1)), matcher.group(2), nanos);
      }
    }
  }
}
