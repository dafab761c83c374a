package io.flowgauge.traces.snakemake;

import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses those of Snakemake's messages for people that contain facts from no other source. */
final class Messages {
  static final String START = "Building DAG of jobs...";
  static final String SELECT = "Select jobs to execute...";
  private static final Pattern CORES = Pattern.compile("Provided cores: (\\d{1,6})\\b.*");
  private static final Pattern CLUSTER =
      Pattern.compile("Provided (?:cluster|remote) nodes: (?:\\d+|unlimited).*");
  private static final List<Pattern> SUBMITTED =
      List.of(
          Pattern.compile(
              "Submitted (?:group |DRMAA )?job (\\S+) with external jobid '?"
                  + "(?:Submitted batch job (?=\\d))?([^']*?)(?: on cluster \\S+?)?'?\\."),
          Pattern.compile("Job (\\S+) has been submitted with SLURM jobid (\\S+).*"));
  private static final Pattern RETRIED = Pattern.compile("Trying to restart job (\\d{1,18})\\.");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

  private Messages() {}

  static void parse(String message, OptionalLong nanos, SnakeRun run) {
    String text = message.strip();
    Matcher cores = CORES.matcher(text);
    if (text.equals(START)) {
      run.start(nanos);
    } else if (cores.matches()) {
      run.setCores(Integer.parseInt(cores.group(1)));
    } else if (CLUSTER.matcher(text).matches()) {
      run.markCluster();
    } else {
      other(text, nanos, run);
    }
  }

  private static void other(String text, OptionalLong nanos, SnakeRun run) {
    Matcher retried = RETRIED.matcher(text);
    if (retried.matches()) {
      run.retry(Long.parseLong(retried.group(1)));
    }
    for (Pattern pattern : SUBMITTED) {
      Matcher matcher = pattern.matcher(text);
      if (matcher.matches()) {
        submitted(matcher, nanos, run);
      }
    }
  }

  /** Handles a submission; a group has an identifier instead of a number. */
  private static void submitted(Matcher matcher, OptionalLong nanos, SnakeRun run) {
    if (NUMBER.matcher(matcher.group(1)).matches()) {
      run.submitted(Long.parseLong(matcher.group(1)), matcher.group(2), nanos);
    } else {
      run.groupSubmitted(matcher.group(2), nanos);
    }
  }
}
