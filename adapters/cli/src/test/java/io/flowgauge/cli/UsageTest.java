package io.flowgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {

  @Test
  void help_ofAll_showsANewcomerWhatToDo() {
    Outcome outcome = Outcome.of("--help");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .contains("where the", "report", "convert", "shell", "Formats read", "flowgauge report ")
        .contains(
            "Exit status: 0 success; 1 input not readable or output not writable; 2 wrong usage.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "report",
        "watch",
        "predict",
        "learn",
        "backtest",
        "convert",
        "store",
        "list",
        "export",
        "sql",
        "compare",
        "shell",
        "ps",
        "sir",
        "instrument",
        "run",
        "resources",
        "tune",
        "serve",
        "keys"
      })
  void help_ofACommand_hasExamples(String command) {
    Outcome outcome = Outcome.of(command, "--help");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).startsWith("Usage: flowgauge " + command).contains("Examples:");
    assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 100);
    assertThat(outcome.out().lines().dropWhile(line -> !line.equals("Examples:")).skip(1))
        .as("examples that can be copied, not broken within a word")
        .allMatch(line -> line.startsWith("  "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cat", "convert", "merge", "stats", "tail", "plot"})
  void help_ofALogCommand_hasExamples(String command) {
    Outcome outcome = Outcome.of("log", command, "--help");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).startsWith("Usage: flowgauge log " + command).contains("Examples:");
    assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 100);
    assertThat(outcome.out().lines().dropWhile(line -> !line.equals("Examples:")).skip(1))
        .as("examples that can be copied, not broken within a word")
        .allMatch(line -> line.startsWith("  "));
    assertThat(Outcome.of("log", "--help").out()).contains("  " + command + " ");
  }

  @Test
  void version_printed_namesFlowgaugeAndJava() {
    assertThat(Outcome.of("--version").out()).matches("flowgauge \\d+\\.\\d+.* \\(Java .*\\)\\R");
  }

  @ParameterizedTest
  @MethodSource
  void run_wrongUsage_isOneLineAndAHint(String message, String[] args) {
    Outcome outcome = Outcome.of(args);

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.errors()).hasSize(2);
    assertThat(outcome.errors().get(0)).startsWith("flowgauge: ").contains(message);
    assertThat(outcome.errors().get(1)).contains("--help");
  }

  static Stream<Arguments> run_wrongUsage_isOneLineAndAHint() {
    return Stream.of(
        wrong(
            "one of report, watch, predict, learn, backtest, convert, store, list, compare, export, sql, log, ps, sir, instrument, run, resources, tune, serve, keys, fleet, shell"),
        wrong("one of cat, convert, merge, stats, tail, plot", "log"),
        wrong("unknown command 'mrge', did you mean merge", "log", "mrge"),
        wrong("'LOG'", "log", "cat"),
        wrong("'yaml' to print, only bp, csv, jsonl, text", "log", "cat", "--format=yaml", "x"),
        wrong("--where must be a condition such as", "log", "cat", "--where", "BYTES>many", "x"),
        wrong("--since must be a time such as", "log", "stats", "--since", "tomorrow", "x"),
        wrong("x.docx is not one of .nlb", "log", "convert", "x", "x.docx"),
        wrong("no log format 'yaml', only", "log", "convert", "x", "y", "--to", "yaml"),
        wrong("'--output=FILE'", "log", "merge", "x"),
        wrong("'yaml', only json, text", "log", "stats", "--format", "yaml", "x"),
        wrong("-n must be 0 to", "log", "tail", "-n", "-1", "x"),
        wrong("'xml' for tail", "log", "tail", "--format", "xml", "x"),
        wrong("for tail, only bp, jsonl, text", "log", "tail", "--format", "binary", "x"),
        wrong("-f follows files", "log", "tail", "-f", "-"),
        wrong("can be given only once", "log", "cat", "-", "-"),
        wrong("neither .svg nor .html", "log", "plot", "x", "-o", "x.png"),
        wrong("--to needs --via", "log", "tail", "x", "--to", "y"),
        wrong("--identity needs --via", "log", "tail", "x", "--identity", "y"),
        wrong("--identity needs --via", "ps", "--identity", "y"),
        wrong("--load must be an event and a field", "log", "plot", "x", "-o", "x.svg", "--load=a"),
        wrong("unknown command 'reprot', did you mean report", "reprot"),
        wrong("'RUN'", "report"),
        wrong("the name of a file or folder is empty", "report", ""),
        wrong("the name of a file or folder is empty", "list", "--from", ""),
        wrong("the name of a file or folder is empty", "store", "x", "--to", ""),
        wrong("the name of a file or folder is empty", "report", "x", "--history", ""),
        wrong("the name of a file or folder is empty", "predict", "x", "--history", ""),
        wrong("the name of a file or folder is empty", "learn", "", "-o", "x"),
        wrong("the name of a file or folder is empty", "backtest", ""),
        wrong("unexpected argument ''", "watch", ""),
        wrong("the name of a file or folder is empty", "log", "archive", "", "x"),
        wrong("'' is neither a file or folder", "compare", "", "x"),
        wrong("characters that the locale cannot encode", "report", "a\0b"),
        wrong("characters that the locale cannot encode", "list", "--from", "a\0b"),
        wrong("characters that the locale cannot encode", "list", "--from", "lake:a\0b"),
        wrong("characters that the locale cannot encode", "backtest", "a\0b"),
        wrong("characters that the locale cannot encode", "learn", "a\0b", "-o", "x"),
        wrong("characters that the locale cannot encode", "predict", "a\0b"),
        wrong("characters that the locale cannot encode", "watch", "a\0b"),
        wrong("characters that the locale cannot encode", "report", "x", "--history", "a\0b"),
        wrong("characters that the locale cannot encode", "log", "archive", "a\0b", "x"),
        wrong("'--fromat'", "report", "--fromat", "json", "x"),
        wrong("'yaml', only csv, html, json, parquet, text", "report", "--format", "yaml", "x"),
        wrong("missing RUN, or --latency", "predict"),
        wrong("no mode 'sp', only asis, deterministic, dp, dsp", "predict", "--mode", "sp"),
        wrong("asis needs a workflow", "predict", "--mode=asis", "--latency=exponential(mean=1)"),
        wrong("--latency: ", "predict", "--latency", "lognormal(mean=300"),
        wrong("--latency: ", "predict", "x", "--latency", ""),
        wrong("--service: latency must", "predict", "--service=constant(seconds=1e101)"),
        wrong(
            "--service-time: latency must be a law of times of at most 1.0E100 s",
            "predict",
            "--latency=uniform(lo=1, hi=1e100)",
            "--service-time=1e100"),
        wrong("--slots must be 1 or more, or any, but is ''", "predict", "x", "--slots="),
        wrong("normal", "predict", "--latency", "normal(mean=300,sd=-1)"),
        wrong("--data-segments must be 1 or more", "predict", "--data-segments", "0"),
        wrong("'--services': 'two' is not a whole number", "predict", "--services", "two"),
        wrong("'3000000000' is above 2147483647", "predict", "--services", "3000000000"),
        wrong("(PID): '4711x' is not a whole number", "sir", "4711x"),
        wrong("'NaN' is not a number such as 0.01", "predict", "--relative-error", "NaN"),
        wrong("'0.1d' is not a number such as 0.01", "predict", "--relative-error", "0.1d"),
        wrong("--deadline must be a time", "predict", "--deadline", "soon"),
        wrong("'yaml', only json, text", "predict", "--format", "yaml"),
        wrong("'yaml', only json, text", "ps", "--format", "yaml"),
        wrong("missing WHAT to watch", "watch"),
        wrong("--logs needs --page", "watch", "--logs", "x", "y"),
        wrong("--page must be 0 to 65535", "watch", "--page", "70000"),
        wrong("must name a run", "watch", "http://localhost:8080/"),
        wrong("watched alone", "watch", "http://localhost:8080/runs/x", "y"),
        wrong("--logs", "watch", "http://localhost:8080/runs/x", "--logs", "y"),
        wrong("--via", "watch", "http://localhost:8080/runs/x", "--via", "x:1"),
        wrong("--interval must be above 0", "watch", "--interval", "0", "x"),
        wrong("--interval must be a time", "watch", "--interval", "often", "x"),
        wrong("'yaml', only json, text", "watch", "--format", "yaml", "x"),
        wrong("followed by ids or names of jobs", "watch", "slurm:4711;reboot"),
        wrong("'--output=FILE'", "learn", "x"),
        wrong("'RUNS'", "learn", "-o", "x"),
        wrong("needs a file, not - for", "learn", "x", "-o", "-"),
        wrong("needs a file, not - for", "convert", "x", "-"),
        wrong("needs a file, not - for", "run", "-o", "-", "-r", "f", "--", "true"),
        wrong("needs a file, not - for", "resources", "--for", "1ms", "--log", "-"),
        wrong("needs a file, not - for", "resources", "--for", "1ms", "--prometheus", "-"),
        wrong("needs a file, not - for", "tune", "999999999", "--log", "-"),
        wrong("a folder, not - for", "export", "--parquet", "-"),
        wrong("--parquet names the folder itself, without lake:", "export", "--parquet=lake:x"),
        wrong("a folder, not - for", "log", "export", "-", "x"),
        wrong("a file or a URL, but is -", "fleet", "--kafka", "x:1", "--repository", "-"),
        wrong("'RUN'", "store"),
        wrong("NAME=TYPE,TYPE", "store", "x", "--subgraph", "x"),
        wrong("'yaml', only json, text", "list", "--format", "yaml"),
        wrong("--newest must be 1 or more", "compare", "--newest", "0", "x", "y"),
        wrong("--since must be a time", "compare", "--since", "then", "x", "y"),
        wrong("'yaml', only html, json, text", "compare", "--format", "yaml", "x", "y"),
        wrong("--by must be version or sites", "compare", "--by", "x"),
        wrong("--kafka must be HOST:PORT, or several", "fleet", "--kafka", ""),
        wrong("--kafka must be HOST:PORT, or several", "fleet", "--kafka", "x:1,y"),
        wrong("--kafka must be HOST:PORT, or several", "fleet", "--kafka", "x:0"),
        wrong(
            "--prefix must be 1 to 200 ASCII letters",
            "fleet",
            "--kafka",
            "x:1",
            "--prefix",
            "a b"),
        wrong("--group must not be empty", "fleet", "--kafka", "x:1", "--group", ""),
        wrong("--stalled must be above 0, but is 0s", "fleet", "--kafka=x:1", "--stalled=0s"),
        wrong("'PID'", "sir"),
        wrong("'yaml', only json, text, xml", "sir", "1", "--format", "yaml"),
        wrong("not xml", "instrument", "1", "-r", "f", "-w", "--format", "xml"),
        wrong("a single process", "instrument", "--name", "x", "-r", "f", "--format", "xml"),
        wrong("--include must be a pattern such as", "sir", "1", "-i", ""),
        wrong("UNIT:NAME", "instrument", "1"),
        wrong("missing PID, or --name", "instrument", "-r", "f"),
        wrong("either a PID or", "instrument", "1", "--name", "x", "-r", "f"),
        wrong("no metric 'time', only calls", "instrument", "1", "-r", "f", "-m", "time"),
        wrong("no backend 'x', only agent", "instrument", "1", "-r", "f", "--backend", "x"),
        wrong("--limit must be a share such as 1%", "instrument", "1", "-r", "f", "--limit", "0"),
        wrong("--interval must be 0.01 s", "instrument", "1", "-r", "f", "-i", "0"),
        wrong("--top must be", "instrument", "1", "-r", "f", "--top", "0"),
        wrong("no provider 'x', only", "instrument", "1", "-r", "f", "--provider", "x"),
        wrong("--name: executable must not be empty", "instrument", "--name", "", "-r", "f"),
        wrong("cgroup must not be empty", "instrument", "--cgroup=", "-r", "f", "--for", "1ms"),
        wrong("--name: executable must not be empty", "resources", "--name", ""),
        wrong("--name: executable must not be empty", "tune", "--name", ""),
        wrong(
            "--places is for a site or a hub, but the role is node",
            "serve --role node --keys k --grid-map g --places p".split(" ")),
        wrong(
            "--hub is for a site, but the role is hub",
            "serve --role hub --keys k --grid-map g --places p --hub h:1".split(" ")),
        wrong("'COMMAND'", "run", "-r", "f"),
        wrong("'OUT'", "convert", "x"),
        wrong("unexpected argument 'z'", "convert", "x", "y", "z"),
        wrong("--output", "report", "x", "-o"),
        wrong("unknown command 'a b'", "a\nb"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tune 999999999 --for soon --log NEW",
        "resources --for soon --log NEW",
        "fleet --kafka x:1 --settle soon --repository NEW",
        "fleet --kafka x:1 --setting soon --repository NEW"
      })
  void run_wrongUsage_hasBegunNothing(String command, @TempDir Path folder) {
    Path file = folder.resolve("new");
    Outcome outcome = Outcome.of(command.replace("NEW", file.toString()).split(" "));

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("'soon'");
    assertThat(folder).isEmptyDirectory();
  }

  private static Arguments wrong(String message, String... args) {
    return Arguments.of(message, args);
  }
}
