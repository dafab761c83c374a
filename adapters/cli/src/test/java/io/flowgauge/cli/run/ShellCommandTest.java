package io.flowgauge.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.cli.Main;
import io.flowgauge.cli.Outcome;
import io.flowgauge.cli.Samples;
import io.flowgauge.testsupport.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellCommandTest {
  @TempDir private Path folder;

  @Test
  void shell_pipedScript_printsWhatItPrints() {
    String script =
        """
        var movie = Flowgauge.workflow("movie").then("plan").then("f1", "f2").then("merge").build()
        System.out.println(movie.activityCount() + " activities, width " + movie.width())
        """;
    Outcome outcome = Outcome.ofInput(script, UTF_8, "shell");

    assertThat(outcome).isEqualTo(new Outcome(0, "4 activities, width 2\n", ""));
  }

  @Test
  void shell_namesOfJavaThatJShellImports_areThere() {
    String script =
        """
        Function<String, BigDecimal> read = BigDecimal::new
        try { throw new IOException(URI.create("a") + "" + Pattern.compile("b")); } \
        catch (IOException e) { System.out.println(e.getMessage() + read.apply("1.5")); }
        """;
    assertThat(Outcome.ofInput(script, UTF_8, "shell")).isEqualTo(new Outcome(0, "ab1.5\n", ""));
  }

  @Test
  void shell_oneRun_isThereWithItsReport() throws IOException {
    Path odd = Files.createDirectory(folder.resolve("\"odd\\ näme"));
    String script =
        """
        System.out.println(run.name() + " " + report.run().isFinished())
        """;
    Outcome outcome = Outcome.ofInput(script, UTF_8, "shell", Samples.forkJoin(odd).toString());

    assertThat(outcome).isEqualTo(new Outcome(0, "fork-join true\n", ""));
  }

  @Test
  void shell_severalRuns_areAList() throws IOException {
    String run = Samples.forkJoin(folder).toString();
    Outcome outcome =
        Outcome.ofInput("System.out.println(runs.size())\n", UTF_8, "shell", run, run);

    assertThat(outcome).isEqualTo(new Outcome(0, "2\n", ""));
  }

  @Test
  void shell_ended_leavesNoThread() {
    Outcome.ofInput("System.out.println(1)\n", UTF_8, "shell");

    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> !thread.isDaemon())
        .extracting(Thread::getName)
        .noneMatch(name -> name.contains("jshell") || name.contains("JDI"));
  }

  @Test
  void shell_missingRun_isOneLine() {
    Outcome outcome = Outcome.of("shell", folder.resolve("none").toString());

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.errors()).hasSize(1);
  }

  @Test
  void shell_scriptWithAnError_stopsThereAndSaysWhere() {
    for (String wrong :
        List.of(
            "int x = \"text\";\n",
            "Flowgauge.no();\n",
            "for (int k = 0;\n",
            "/list\n",
            "throw new IllegalStateException(\"no\");\n")) {
      Outcome outcome =
          Outcome.ofInput(
              "System.out.println(1)\n\n// a comment\n" + wrong + "\nSystem.out.println(2)\n",
              UTF_8,
              "shell");

      assertThat(outcome.status()).as(wrong).isEqualTo(1);
      assertThat(outcome.out()).as(wrong).isEqualTo("1\n");
      assertThat(outcome.err()).as(wrong).startsWith("flowgauge: script, line 4: ");
    }
  }

  @Test
  void shell_scriptThatEndsJava_fails() {
    for (String rest : List.of("", "System.out.println(2)\n")) {
      Outcome outcome =
          Outcome.ofInput("System.out.println(1)\nSystem.exit(5)\n" + rest, UTF_8, "shell");

      assertThat(outcome.status()).isEqualTo(1);
      assertThat(outcome.out()).isEqualTo("1\n");
      assertThat(outcome.err())
          .startsWith("flowgauge: script, line 2: its virtual machine has ended")
          .hasLineCount(1);
    }
  }

  @Test
  void shell_localeWithoutTheCharacters_printsThemAllTheSame() throws Exception {
    List<String> command =
        JavaCommand.with("-cp", System.getProperty("java.class.path"), Main.class.getName());
    command.add("shell");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    process.getOutputStream().write("System.out.println(\"mühsam €\")\n".getBytes(UTF_8));
    process.getOutputStream().close();

    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).isEqualTo("mühsam €\n");
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void shell_scriptOfManyKinds_runsAsWritten() {
    String script =
        """
        /* a comment
           of two lines */
        int twice(int x) {
          return 2 * x;
        }
        int a = 1; int b = twice(a)
        if (b == 2) {
          System.out.println("two");
        } else {
          System.out.println("not two");
        }
        record Pair(int left, int right) {}
        System.out.println(new Pair(a, b))
        /exit 3
        System.out.println("not reached")
        """;

    assertThat(Outcome.ofInput(script, UTF_8, "shell"))
        .isEqualTo(new Outcome(3, "two\nPair[left=1, right=2]\n", ""));
  }

  @Test
  void status_ofExit_isOneThatProcessesHave() {
    assertThat(Script.status("/exit")).contains(0);
    assertThat(Script.status("/exit 255")).contains(255);
    assertThat(Script.status("/exit 256")).isEmpty();
    assertThat(Script.status("/list")).isEmpty();
  }

  @Test
  void shell_everyModule_isImported() {
    String script =
        """
        var all = List.of(RunGroup.class, ExperimentRepository.class, LogReader.class,
            EventLog.class, RunLog.class, Archive.class, ProcessTracker.class,
            HtmlReport.class, TextPrediction.class, History.class, LiveMonitor.class,
            ResourceMonitor.class)
        System.out.println(all.size())
        """;

    assertThat(Outcome.ofInput(script, UTF_8, "shell")).isEqualTo(new Outcome(0, "12\n", ""));
  }
}
