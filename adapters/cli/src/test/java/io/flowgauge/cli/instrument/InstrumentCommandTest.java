package io.flowgauge.cli.instrument;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.Outcome;
import io.flowgauge.cli.Providers;
import io.flowgauge.cli.Session;
import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.xml.ProfileXml;
import io.flowgauge.testsupport.Eventually;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstrumentCommandTest {
  @TempDir private Path folder;

  private final FakeProvider provider = new FakeProvider("native");
  private Process target;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/sleep")), "needs /bin/sleep");
    target = new ProcessBuilder("/bin/sleep", "60").start();
  }

  @AfterEach
  void stop() {
    target.destroyForcibly();
  }

  private Outcome instrument(String... options) {
    return Outcome.with(List.of(provider), args(options));
  }

  private String[] args(String... options) {
    List<String> args = new ArrayList<>(List.of("instrument", Long.toString(target.pid())));
    args.addAll(List.of(options));
    return args.toArray(String[]::new);
  }

  @Test
  void instrument_forATime_printsRegionsByTotalTime() {
    Outcome outcome = instrument("-r", "app:f?", "-r", "inlined", "-r", "none:*", "-d", "0.05s");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .isEqualTo(
            "app, process "
                + target.pid()
                + """
                : 44 calls in 2.00 s, sensors cost < 0.1 % of a processor

                  region  calls  calls/s    total  share      own     mean     min      max     cost
                  app:f9      9     4.50  81.0 ms  4.1 %  40.5 ms  9.00 ms  100 µs  18.0 ms  < 0.1 %
                  app:f8      8        4  64.0 ms  3.2 %  32.0 ms  8.00 ms  100 µs  16.0 ms  < 0.1 %
                  app:f7      7     3.50  49.0 ms  2.5 %  24.5 ms  7.00 ms  100 µs  14.0 ms  < 0.1 %
                  app:f6      6        3  36.0 ms  1.8 %  18.0 ms  6.00 ms  100 µs  12.0 ms  < 0.1 %
                  app:f5      5     2.50  25.0 ms  1.3 %  12.5 ms  5.00 ms  100 µs  10.0 ms  < 0.1 %
                  app:f4      4        2  16.0 ms  0.8 %  8.00 ms  4.00 ms  100 µs  8.00 ms  < 0.1 %
                  app:f3      3     1.50  9.00 ms  0.4 %  4.50 ms  3.00 ms  100 µs  6.00 ms  < 0.1 %\
                  out: over limit
                  app:f2      2        1  4.00 ms  0.2 %  2.00 ms  2.00 ms  100 µs  4.00 ms  < 0.1 %
                  1 region was not called
                  Calls that were not measured: 3 left by longjmp or an exception.
                  9 sensors, put in within 2.00 ms with all threads stopped for 60.0 ns

                REFUSED  (1 region)
                  INLINED (1): It has no code of its own: look at callers.
                    app:inlined(int)
                  No region is named none:*; 'flowgauge sir PID' lists them.
                """
                    .replace("%out", "%  out"));
    assertThat(provider.attached).singleElement().matches(process -> process.isClosed);
  }

  @Test
  void instrument_options_makeTheRequest() {
    instrument(
        "-r",
        "a:b",
        "-r",
        "f(int, char)",
        "-r",
        "f2",
        "-x",
        "c:*",
        "-m",
        "wtime,cputime",
        "--backend",
        "kernel",
        "--limit",
        "2.5%",
        "-d",
        "0.01");
    var request = provider.attached.get(0).request();

    assertThat(request.include()).extracting(Object::toString).contains("a:b");
    assertThat(request.include()).hasSize(3);
    assertThat(request.exclude()).hasSize(1);
    assertThat(request.metrics())
        .containsExactlyInAnyOrder(Metric.CALLS, Metric.WALL_TIME, Metric.CPU_TIME);
    assertThat(request.backend()).isEqualTo(Backend.KERNEL);
    assertThat(request.costLimit()).isEqualTo(OptionalDouble.of(0.025));
  }

  @Test
  void instrument_endOfProcess_isDoneWithTheLastProfile() {
    target.destroyForcibly().onExit().join();
    Outcome outcome = instrument("-r", "f2");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).contains("app:f2", "The process has ended.");
  }

  @Test
  void instrument_nothingToMeasure_fails() {
    Outcome outcome = instrument("-r", "inlined");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .contains("no sensor was put in", "INLINED (1): It has", "app:inlined(int)");
    assertThat(provider.attached).singleElement().matches(process -> process.isClosed);
  }

  @Test
  void instrument_manyRegions_showsTheTop() {
    assertThat(instrument("-r", "f*", "-d", "0.01", "--top", "3").out())
        .contains("app:f39", "app:f37", "  and 35 more; --top shows them")
        .doesNotContain("app:f36");
  }

  @Test
  void instrument_cpuTime_hasItsColumn() {
    assertThat(instrument("-r", "f3", "-m", "cputime", "-d", "0.01").out())
        .contains("  CPU  ", "  3.00 ms  ");
  }

  @Test
  void instrument_callGraphAndThreads_haveTheirTables() {
    assertThat(instrument("-r", "f2", "-r", "f3", "-d", "0.01", "--call-graph", "--threads").out())
        .contains("CALL GRAPH", "app:f3  app:f2", "THREAD 77  (worker)");
  }

  @Test
  void instrument_json_isOneObject() throws Exception {
    Outcome outcome =
        instrument(
            "-r",
            "f2",
            "-r",
            "inlined",
            "--for",
            "0.01",
            "--format=json",
            "--threads",
            "--call-graph",
            "-m",
            "wtime,cputime");
    JsonNode json = new ObjectMapper().readTree(outcome.out());
    JsonNode region = json.path("regions").path(0);

    assertThat(outcome.err()).isEmpty();
    assertThat(json.path("elapsedNanos").asDouble()).isEqualTo(2e9);
    assertThat(json.path("since").asText()).isEqualTo("2026-11-21T12:00:00Z");
    assertThat(json.path("pid").asLong()).isEqualTo(target.pid());
    assertThat(region.path("unit").asText()).isEqualTo("app");
    assertThat(region.path("name").asText()).isEqualTo("f2");
    assertThat(region.path("calls").asLong()).isEqualTo(2);
    assertThat(region.path("wallSeconds").asDouble()).isEqualTo(0.004);
    assertThat(region.path("share").asDouble()).isEqualTo(0.002);
    assertThat(region.path("minNanos").asDouble()).isEqualTo(1e5);
    assertThat(region.path("cpuSeconds").asDouble()).isEqualTo(0.002);
    JsonNode refused = json.path("refused").path(0);
    assertThat(refused.path("name").asText()).isEqualTo("inlined(int)");
    assertThat(refused.path("code").asText()).isEqualTo("INLINED");
    assertThat(refused.path("reason").asText()).isNotEmpty();
    assertThat(json.path("threads").path(0).path("name").asText()).isEqualTo("worker");
    assertThat(json.path("callGraph").isArray()).isTrue();
    assertThat(json.path("losses").path("aborted").asInt()).isEqualTo(3);
  }

  @Test
  void instrument_xml_isAProfileDocument() throws Exception {
    String xml = instrument("-r", "f2", "-d", "0.01", "--format=xml").out();
    var profile = ProfileXml.read(new ByteArrayInputStream(xml.getBytes(UTF_8)), "output");

    assertThat(profile.region("app:f2").orElseThrow().calls()).isEqualTo(2);
  }

  @Test
  void instrument_watchedJson_isAnObjectALine() throws Exception {
    Outcome outcome = instrument("-r", "f2", "-d", "0.5", "-i", "0.05", "-w", "--format=json");
    List<String> lines = outcome.out().lines().toList();

    assertThat(lines).hasSizeGreaterThan(2);
    for (String line : lines) {
      assertThat(new ObjectMapper().readTree(line).path("regions")).hasSize(1);
    }
    assertThat(lines.get(lines.size() - 1)).contains("\"refused\"");
  }

  @Test
  void instrument_watchedWithoutTerminal_appendsTables() {
    Outcome outcome = instrument("-r", "f2", "-d", "0.5", "-i", "0.05", "--watch");

    assertThat(outcome.out().split("region ", -1)).hasSizeGreaterThan(3);
    assertThat(outcome.out()).doesNotContain("\u001b").contains("\n\napp, process");
  }

  @Test
  void instrument_interrupted_takesTheSensorsOut() throws Exception {
    var out = new ByteArrayOutputStream();
    var session =
        new Session(
            new ByteArrayInputStream(new byte[0]),
            out,
            out,
            UTF_8,
            () -> new Providers(List.of(provider)));
    var status = new AtomicInteger(-1);
    Thread thread = new Thread(() -> status.set(Main.run(args("-r", "f2"), session)), "instrument");
    thread.start();
    Eventually.holds(() -> !provider.attached.isEmpty());
    thread.interrupt();
    thread.join(30_000);

    assertThat(status).hasValue(0);
    assertThat(out.toString(UTF_8)).contains("app:f2");
    assertThat(provider.attached).singleElement().matches(process -> process.isClosed);
  }

  @Test
  void instrument_byName_joinsProcessesByJob() throws Exception {
    Path program = Files.copy(Path.of("/bin/sleep"), folder.resolve("fg-cli-tracked"));
    List<Process> started = new ArrayList<>();
    try {
      for (String job : List.of("1", "1", "2")) {
        ProcessBuilder builder = new ProcessBuilder(program.toString(), "300");
        builder.environment().put("FG_JOB", job);
        started.add(builder.start());
      }
      Outcome outcome = byJob("1s");
      if (!outcome.out().startsWith("3 processes found, 3 with sensors")) {
        provider.attached.clear(); // Finding them takes longer on a busy machine.
        outcome = byJob("30s");
      }

      assertThat(outcome.status()).isZero();
      assertThat(outcome.out())
          .startsWith("3 processes found, 3 with sensors, ")
          .contains("FG_JOB=1  (2 processes)", "FG_JOB=2  (1 process)", "app:f2      4");
      assertThat(provider.attached).hasSize(3).allMatch(process -> process.isClosed);
    } finally {
      started.forEach(Process::destroyForcibly);
    }
  }

  private Outcome byJob(String duration) {
    List<String> args =
        List.of("instrument", "--name", "fg-cli-*", "--env", "FG_JOB=*", "--group-by", "FG_JOB");
    return Outcome.with(
        List.of(provider),
        Stream.concat(args.stream(), Stream.of("-r", "f2", "-d", duration)).toArray(String[]::new));
  }

  @Test
  void instrument_byNameAsJson_isOneObject() throws Exception {
    Outcome outcome =
        Outcome.with(
            List.of(provider),
            "instrument",
            "--name",
            "fg-cli-none",
            "-r",
            "f2",
            "-d",
            "0.1",
            "--format=json");
    JsonNode json = new ObjectMapper().readTree(outcome.out());

    assertThat(json.path("found").asInt()).isZero();
    assertThat(json.path("groups").isArray()).isTrue();
  }
}
