package io.flowgauge.cli.instrument;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.cli.DocumentationTest;
import io.flowgauge.cli.Outcome;
import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import io.flowgauge.testsupport.JavaCommand;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command as a process of its own, applied to real processes. */
@Timeout(120)
class LiveCommandTest {
  private static final int CODE = 32;

  @TempDir private static Path folder;

  private final List<Process> started = new ArrayList<>();

  @BeforeEach
  void check() {
    assumeTrue(
        Instrumentation.provider("native").filter(p -> p.unavailable().isEmpty()).isPresent(),
        "the native provider does not work here");
  }

  @AfterEach
  void stop() {
    started.forEach(Process::destroyForcibly);
  }

  private static Path target() throws Exception {
    Path program = folder.resolve("fg-target");
    if (Files.notExists(program)) {
      Path source = folder.resolve("target.c");
      try (var in = LiveCommandTest.class.getResourceAsStream("target.c")) {
        Files.copy(in, source);
      }
      Process gcc =
          new ProcessBuilder("gcc", "-O2", "-o", program.toString(), source.toString())
              .inheritIO()
              .start();
      assumeTrue(gcc.waitFor() == 0, "needs gcc");
    }
    return program;
  }

  private Process start(Path out, Path err, String... command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    started.add(process);
    return process;
  }

  /**
   * Starts the command so that it handles INT even if the tests run in the background, where it is
   * ignored.
   */
  private Process command(Path out, Path err, String... args) throws IOException {
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.addAll(JavaCommand.with("--enable-native-access=ALL-UNNAMED", "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), "io.flowgauge.cli.Main"));
    command.addAll(List.of(args));
    return start(out, err, command.toArray(String[]::new));
  }

  private static Path file(String name) throws IOException {
    return Files.createTempFile(folder, name, ".txt");
  }

  private static long addressOf(long pid, String region) throws IOException {
    Outcome sir =
        Outcome.of("sir", Long.toString(pid), "-i", "fg-target:" + region, "--format=json");
    assertThat(sir.status()).as(sir.err()).isZero();
    JsonNode regions = new ObjectMapper().readTree(sir.out()).path("units").path(0).path("regions");
    assertThat(regions).as(sir.out()).hasSize(1);
    return Long.decode(regions.path(0).path("address").asText());
  }

  private static byte[] code(long pid, long address) throws IOException {
    byte[] bytes = new byte[CODE];
    try (RandomAccessFile memory = new RandomAccessFile("/proc/" + pid + "/mem", "r")) {
      memory.seek(address);
      memory.readFully(bytes);
    }
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void instrument_signalled_takesTheSensorsOutAndShowsTheLastTable(String signal, int status)
      throws Exception {
    Process target = start(file("target"), file("target"), target().toString(), "1000", "on");
    long address = addressOf(target.pid(), "leaf");
    byte[] before = code(target.pid(), address);
    Path out = file("out");
    Path err = file("err");
    Process command =
        command(
            out,
            err,
            "instrument",
            Long.toString(target.pid()),
            "-r",
            "fg-target:leaf",
            "--watch",
            "-i",
            "0.1s");
    while (command.isAlive() && Files.readString(out).split("fg-target:leaf", -1).length < 4) {
      Thread.sleep(20);
    }
    assertThat(code(target.pid(), address)).isNotEqualTo(before);

    new ProcessBuilder("kill", "-" + signal, Long.toString(command.pid())).start().waitFor();

    assertThat(command.waitFor()).as(Files.readString(err)).isEqualTo(status);
    assertThat(code(target.pid(), address)).isEqualTo(before);
    assertThat(target.isAlive()).isTrue();
    assertThat(Files.readString(err)).isEmpty();
    assertThat(Files.readString(out))
        .contains("  1 sensor, put in within ")
        .doesNotContain("\u001b");
  }

  @Test
  void instrument_countedCalls_areExactAndTheEndIsNoFailure() throws Exception {
    Path said = file("target");
    Process target = start(said, file("target"), target().toString(), "250");
    Path out = file("out");
    Path err = file("err");
    Path log = folder.resolve("profile.nlb");
    Process command =
        command(
            out,
            err,
            "instrument",
            Long.toString(target.pid()),
            "-r",
            "fg-target:leaf",
            "-r",
            "fg-target:middle",
            "--format=json",
            "--call-graph",
            "--log",
            log.toString(),
            "-i",
            "0.1");
    long address = addressOf(target.pid(), "leaf");
    byte[] before = code(target.pid(), address);
    while (command.isAlive() && Arrays.equals(code(target.pid(), address), before)) {
      Thread.sleep(10);
    }
    // The answer to the first call waits until all sensors of the request are in.
    target.getOutputStream().write('\n');
    target.getOutputStream().flush();
    while (Files.size(said) == 0) {
      Thread.sleep(10);
    }
    Thread.sleep(300);
    target.getOutputStream().close();

    assertThat(target.waitFor()).isEqualTo(5);
    assertThat(command.waitFor()).as(Files.readString(err)).isZero();
    JsonNode json = new ObjectMapper().readTree(Files.readString(out));
    assertThat(calls(json, "leaf")).isEqualTo(2500);
    assertThat(calls(json, "middle")).isEqualTo(250);
    assertThat(json.path("callGraph").toString())
        .contains("{\"caller\":\"fg-target:middle\",\"callee\":\"fg-target:leaf\",\"calls\":2500");
    Outcome logged = Outcome.of("log", "cat", log.toString(), "-e", "region.update");
    assertThat(logged.out()).contains("fg-target:leaf", "CALLS=2500");
  }

  private static long calls(JsonNode profile, String name) {
    for (JsonNode region : profile.path("regions")) {
      if (region.path("name").asText().equals(name)) {
        return region.path("calls").asLong();
      }
    }
    return -1;
  }

  @Test
  void run_program_hasItsStreamsAndStatus() throws Exception {
    Path out = file("out");
    Path err = file("err");
    Path profile = folder.resolve("run.json");
    Process command =
        command(
            out,
            err,
            "run",
            "-r",
            "fg-target:*",
            "-o",
            profile.toString(),
            "--format=json",
            "--",
            target().toString(),
            "40");
    command.getOutputStream().write("\n\n".getBytes(UTF_8));
    command.getOutputStream().close();

    assertThat(command.waitFor()).as(Files.readString(err)).isEqualTo(5);
    assertThat(Files.readAllLines(out)).hasSize(2);
    assertThat(Files.readString(err)).isEmpty();
    JsonNode json = new ObjectMapper().readTree(profile.toFile());
    assertThat(calls(json, "leaf")).isEqualTo(800);
    assertThat(calls(json, "middle")).isEqualTo(80);
    assertThat(calls(json, "main")).isEqualTo(1);
  }

  /** As in a script whose last line is "exec program". */
  @Test
  void run_commandThatBecomesAnother_isWaitedForAndHasItsStatus() throws Exception {
    Path out = file("out");
    Path err = file("err");
    Process command =
        command(out, err, "run", "-r", "*:leaf", "--", "sh", "-c", "exec " + target() + " 40");
    command.getOutputStream().write("\n\n".getBytes(UTF_8));
    command.getOutputStream().flush();
    // A program that ended at once would only be reported as ended.
    while (command.isAlive()
        && (Files.readAllLines(out).size() < 2 || Files.readString(err).isEmpty())) {
      Thread.sleep(20);
    }
    assertThat(command.isAlive()).as(Files.readString(err)).isTrue();
    command.getOutputStream().close();

    assertThat(command.waitFor()).as(Files.readString(err)).isEqualTo(5);
    assertThat(Files.readString(err)).contains("has become another program");
  }

  /** A script starts programs; the last one replaces the script itself. */
  @Test
  void run_childrenOfAScript_haveSensorsFromTheirBeginning() throws Exception {
    Path out = file("out");
    Path err = file("err");
    Path profile = folder.resolve("run.json");
    String program = "printf '\\n\\n' | " + target() + " 40";
    Process command =
        command(
            out,
            err,
            "run",
            "--children",
            "-r",
            "fg-target:*",
            "-o",
            profile.toString(),
            "--format=json",
            "--",
            "sh",
            "-c",
            program + "; " + program + " & wait; exec sh -c 'exit 6'");
    command.getOutputStream().close();

    assertThat(command.waitFor()).as(Files.readString(err)).isEqualTo(6);
    assertThat(Files.readAllLines(out)).hasSize(4);
    assertThat(Files.readString(err)).isEmpty();
    JsonNode groups = new ObjectMapper().readTree(profile.toFile()).path("groups");
    assertThat(groups).hasSize(1);
    assertThat(groups.path(0).path("group").asText()).isEqualTo("fg-target");
    assertThat(groups.path(0).path("processes").asInt()).isEqualTo(2);
    assertThat(calls(groups.path(0), "leaf")).isEqualTo(1600);
  }

  private String children(String region, String... command) throws Exception {
    Path err = file("err");
    List<String> args = new ArrayList<>(List.of("run", "--children", "-r", region, "--"));
    args.addAll(List.of(command));
    Process run = command(file("out"), err, args.toArray(String[]::new));
    run.getOutputStream().close();
    assertThat(run.waitFor()).as(Files.readString(err)).isZero();
    return Files.readString(err);
  }

  /** Compilers contain gcc's unwinder, statically linked and without symbols. */
  @Test
  void run_aBuildOfTwoFiles_hasSensorsInEveryProgram() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/make")), "needs make");
    Path project = Files.createDirectory(folder.resolve("project"));
    Files.writeString(project.resolve("a.c"), "int f(int x) { return 2 * x; }\n");
    Files.writeString(project.resolve("b.c"), "int f(int);\nint main(void) { return f(0); }\n");
    Files.writeString(
        project.resolve("Makefile"),
        "p: a.o b.o\n\tgcc -o $@ $^\n%.o: %.c\n\tgcc -O2 -c -o $@ $<\n");

    String text = children("libc.so.6:read", "make", "-j2", "-C", project.toString());

    assertThat(text).contains("10 processes found, 10 with sensors").doesNotContain("REFUSED");
    assertThat(text).contains("cc1  (2 processes)", "collect2  (1 process)", "gcc");
    assertThat(new ProcessBuilder(project.resolve("p").toString()).start().waitFor()).isZero();
  }

  @Test
  void run_childrenThatAreRefused_areNamedOncePerProgram() throws Exception {
    String text =
        children("libc.so.6:_setjmp", "bash", "-c", "/bin/sleep 0; /bin/sleep 0; /bin/true; :");

    assertThat(text)
        .containsPattern("sleep, process \\d+ and 1 other: none of 1 regions got a sensor")
        .containsPattern("true, process \\d+: none of 1 regions got a sensor")
        .contains("RETURNS_TWICE");
  }

  @Test
  void run_regionsOfNoProgram_saysWhatTheProgramsAreCalled() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("fg-link"), target());

    String text = children("fg-lonk:leaf", "sh", "-c", link + " 1; :");

    assertThat(text.replaceAll("\\s+", " "))
        .contains("No region is named fg-lonk:leaf: the program is called fg-target (or fg-link)");
  }

  @Test
  void instrument_aNameNoProcessHas_saysWhichAreSimilar() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("fg-alias"), target());
    start(file("out"), file("err"), link.toString(), "1000", "on");
    Path err = file("err");

    Process command =
        command(file("out"), err, "instrument", "--name", "alias9", "-r", "*:leaf", "-d", "0.2s");

    assertThat(command.waitFor()).isZero();
    assertThat(Files.readString(err))
        .contains("no process is called alias9; similar names: fg-target (or fg-alias)");
  }

  @Test
  void run_terminated_endsTheCommandToo() throws Exception {
    Path out = file("out");
    Path err = file("err");
    Process command =
        command(out, err, "run", "-r", "fg-target:leaf", "--", target().toString(), "10");
    command.outputWriter().append('\n').flush();
    // The program runs only once its sensors are in, so its first output shows that they are.
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (Files.size(out) == 0 && System.nanoTime() < deadline) {
      Thread.sleep(20);
    }
    command.destroy();

    assertThat(command.waitFor()).isEqualTo(143);
    assertThat(Files.readString(err)).contains("fg-target:leaf");
    assertThat(targets()).isEmpty();
  }

  private static List<Long> targets() {
    return ProcessPattern.named("fg-target").find().orThrow().stream()
        .map(TargetProcess::pid)
        .toList();
  }

  /** Replaces numbers by a mark, as times differ from run to run. */
  private static String withoutNumbers(String text) {
    return text.replaceAll(", \\d+ open for [^\\]]*", "")
        .replaceAll("[0-9][0-9.,]*( (ns|µs|ms|s))?(?=[ ,\\]])", "#");
  }

  private Process solver() throws Exception {
    Path solver = folder.resolve("solver");
    if (Files.notExists(solver)) {
      Files.copy(target(), solver);
    }
    return start(file("target"), file("target"), solver.toString(), "1000", "on");
  }

  @Test
  void document_javaExample_printsWhatItShows() throws Exception {
    List<DocumentationTest.Block> blocks = DocumentationTest.blocks("docs/instrumentation.md");
    Process solver = solver();
    Outcome outcome =
        Outcome.ofInput(
            blocks.get(2).text().replace("4711", Long.toString(solver.pid())), UTF_8, "shell");

    assertThat(outcome.err()).isEmpty();
    assertThat(withoutNumbers(outcome.out())).isEqualTo(withoutNumbers(blocks.get(3).text()));
    assertThat(solver.isAlive()).isTrue();
  }

  @Test
  void document_command_printsTheTableItShows() throws Exception {
    List<DocumentationTest.Block> blocks = DocumentationTest.blocks("docs/instrumentation.md");
    String[] args =
        blocks
            .get(0)
            .text()
            .strip()
            .replace("bin/flowgauge ", "")
            .replace("4711", Long.toString(solver().pid()))
            .replace("'libm.so.6:*'", "solver:*")
            .replace("10s", "0.5s")
            .split(" ", -1);
    Outcome outcome = Outcome.of(args);

    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("solver:leaf", "solver:middle");
    assertThat(titles(outcome.out())).isEqualTo(titles(blocks.get(1).text()));
    assertThat(outcome.out())
        .containsPattern(" sensors?, put in within .* all threads stopped for");
  }

  private static List<String> titles(String table) {
    String line = table.lines().filter(l -> l.startsWith("  region")).findFirst().orElseThrow();
    return List.of(line.strip().split(" +", -1));
  }

  @Test
  void run_javaProgram_isTheJvmProviders() throws Exception {
    Path out = file("out");
    Path err = file("err");
    Process command =
        command(
            out,
            err,
            "run",
            "-r",
            "*JavaTarget:step",
            "--",
            "java",
            "-cp",
            System.getProperty("java.class.path"),
            "io.flowgauge.cli.JavaTarget");
    command.getOutputStream().write(new byte[7]);
    command.getOutputStream().close();

    assertThat(command.waitFor()).as(Files.readString(err)).isEqualTo(6);
    assertThat(Files.readAllLines(out)).hasSize(7);
    assertThat(Files.readString(err)).containsPattern("JavaTarget:step\\(long\\) +70 ");
  }
}
