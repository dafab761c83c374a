package io.flowgauge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.testsupport.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/flowgauge} starts with its class data archive, and also without a usable one. */
class ScriptIT {
  private static final String APP = "adapters/cli/target/app";
  private static final String SAMPLE = Checkout.root().resolve("samples/montage").toString();

  @TempDir private Path folder;

  private Outcome report(Path root, String options) throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(root.resolve("bin/flowgauge").toString(), "report", SAMPLE)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("FLOWGAUGE_JAVA_OPTS", options);
    builder.environment().put("LC_ALL", "C.UTF-8");
    int status = builder.start().waitFor();
    return new Outcome(status, Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }

  /** Copies the script and the application it starts to another place. */
  private Path copy() throws IOException {
    Path root = folder.resolve("copy");
    for (String part : List.of("bin", APP)) {
      Path from = Checkout.root().resolve(part);
      try (Stream<Path> files = Files.walk(from)) {
        for (Path file : files.toList()) {
          Path to = root.resolve(part).resolve(from.relativize(file).toString());
          Files.createDirectories(to.getParent());
          if (Files.isRegularFile(file)) {
            Files.copy(file, to);
          }
        }
      }
    }
    return root;
  }

  @Test
  void report_afterABuild_startsFromTheArchive() throws Exception {
    Path release = Checkout.root().resolve(APP).resolve("classes.release");
    String own = Files.readString(Path.of(System.getProperty("java.home"), "release"));
    assumeTrue(
        Files.exists(release) && Files.readString(release).startsWith(own),
        "skipped: the build archived no classes for this Java");
    Path loaded = folder.resolve("loaded");
    Outcome started = report(Checkout.root(), "-Xlog:class+load:file=" + loaded);

    assertThat(started).isEqualTo(Outcome.of("report", SAMPLE));
    assertThat(Files.readAllLines(loaded))
        .anyMatch(line -> line.contains("io.flowgauge.cli.Main source: shared objects file"));
  }

  @Test
  void report_archiveOfAnotherPlace_startsWithout() throws Exception {
    assertThat(report(copy(), "")).isEqualTo(Outcome.of("report", SAMPLE));
  }

  @Test
  void report_archiveCutOff_startsWithout() throws Exception {
    Path root = copy();
    Path archive = root.resolve(APP).resolve("classes.jsa");
    assumeTrue(Files.exists(archive), "skipped: the build archived no classes");
    byte[] start = Files.readAllBytes(archive);
    Files.delete(archive);
    Files.write(archive, Arrays.copyOf(start, start.length / 2));

    assertThat(report(root, "")).isEqualTo(Outcome.of("report", SAMPLE));
  }

  @Test
  void report_noArchive_startsWithout() throws Exception {
    Path root = copy();
    Files.deleteIfExists(root.resolve(APP).resolve("classes.jsa"));

    assertThat(report(root, "")).isEqualTo(Outcome.of("report", SAMPLE));
  }

  /** Runs a shell command in a folder. */
  private static Outcome shell(Path in, String command) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", command, Checkout.root().resolve("bin/flowgauge").toString())
            .directory(in.toFile())
            .redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Outcome(process.waitFor(), said, "");
  }

  @Test
  void version_pathForCd_isOfNoConcern() throws Exception {
    Files.createDirectory(folder.resolve("bin"));

    assertThat(shell(Checkout.root(), "CDPATH='" + folder + "' bin/flowgauge --version"))
        .isEqualTo(Outcome.of("--version"));
  }

  /** Where Linux gives no huge pages, Java would print a warning if it were told to use them. */
  @Test
  void version_hugePagesOnRequest_javaRequestsThem() throws Exception {
    Path setting = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    assumeTrue(Files.isReadable(setting), "skipped: the kernel has no huge pages");
    boolean onRequest = Files.readString(setting).contains("[madvise]");
    String flags =
        shell(Checkout.root(), "FLOWGAUGE_JAVA_OPTS=-XX:+PrintFlagsFinal bin/flowgauge --version")
            .out();

    assertThat(flags).containsPattern("UseTransparentHugePages += " + onRequest + " ");
  }

  /** Returns the class path that the script passes to Java, which a stand-in records. */
  private String classPath(String variables, String arguments) throws Exception {
    Path java = folder.resolve("java/bin/java");
    Path app = folder.resolve(APP);
    for (Path file :
        List.of(java, app.resolve("lib/flowgauge-cli-1.jar"), app.resolve("duckdb/duckdb.jar"))) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, "#!/bin/sh\necho \"$*\"\n");
    }
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(folder.resolve("java/release"), "JAVA_VERSION=\"17\"\n");
    Path script = folder.resolve("bin/flowgauge");
    Files.createDirectories(script.getParent());
    Files.copy(Checkout.root().resolve("bin/flowgauge"), script, REPLACE_EXISTING);

    Outcome outcome = shell(folder, "JAVA_HOME=java " + variables + " bin/flowgauge " + arguments);
    return outcome
        .out()
        .replaceFirst("(?s).* -cp (.*) io.flowgauge.cli.Main.*", "$1")
        .replace(app.toRealPath() + "/", "");
  }

  /** An empty entry means the current folder, whose classes the command would then load. */
  @Test
  void classPath_ofEachCommand_hasNoEmptyEntry() throws Exception {
    assertThat(classPath("FLOWGAUGE_CLASSPATH=", "list")).isEqualTo("lib/*");
    assertThat(classPath("FLOWGAUGE_CLASSPATH=", "fleet")).isEqualTo("lib/*:kafka/*");
    assertThat(classPath("FLOWGAUGE_CLASSPATH=a.jar", "fleet")).isEqualTo("lib/*:a.jar:kafka/*");
    for (String lake : List.of("-r lake:x", "--to=lake:x", "-rlake:x")) {
      assertThat(classPath("FLOWGAUGE_CLASSPATH=", "list " + lake))
          .isEqualTo("lib/*:duckdb/duckdb.jar");
    }
  }

  @Test
  void version_folderDeleted_isReportedInALine() throws Exception {
    Outcome outcome = shell(folder, "mkdir gone && cd gone && rmdir ../gone && \"$0\" --version");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out().lines().filter(line -> !line.startsWith("shell-init: "))) // of bash
        .containsExactly(
            "flowgauge: the current folder does not exist any more; change to another first");
  }

  /**
   * With standard input closed, a program that "run" starts would inherit a file of the JVM as its
   * input.
   */
  @Test
  void report_closedInput_readsNothing() throws Exception {
    assertThat(shell(folder, "exec \"$0\" report - <&-"))
        .isEqualTo(new Outcome(1, "flowgauge: standard input: Bad file descriptor\n", ""));
  }
}
