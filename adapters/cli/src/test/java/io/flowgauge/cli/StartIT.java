package io.flowgauge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.partitioningBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.testsupport.Checkout;
import io.flowgauge.testsupport.JavaCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The command behaves the same however it is started. */
class StartIT {
  private static final Path ROOT = Checkout.root();
  private static final Path TARGET = ROOT.resolve("adapters/cli/target");

  /**
   * Jars that cannot be modules: they share packages, or no module name can be derived from theirs.
   */
  private static final Pattern NO_MODULE =
      Pattern.compile("(parquet|flyway|zstd|jts|commons-pool|javax\\.annotation)-.*");

  @TempDir Path folder;

  /** Ways to start the command. */
  enum Way {
    JAR {
      @Override
      List<String> options() {
        return List.of("-jar", TARGET.resolve("flowgauge.jar").toString());
      }
    },
    MODULES {
      @Override
      List<String> options() throws IOException {
        try (Stream<Path> jars = Files.list(TARGET.resolve("app/lib"))) {
          Map<Boolean, String> paths =
              jars.collect(
                  partitioningBy(
                      jar -> NO_MODULE.matcher(jar.getFileName().toString()).matches(),
                      mapping(Path::toString, joining(File.pathSeparator))));
          return List.of(
              "-p", paths.get(false), "-cp", paths.get(true), "-m", "io.flowgauge.cli/" + MAIN);
        }
      }
    };

    private static final String MAIN = Main.class.getName();

    abstract List<String> options() throws IOException;
  }

  @ParameterizedTest
  @EnumSource
  void report_ofASample_isThatOfTheCommand(Way way) throws Exception {
    String sample = ROOT.resolve("samples/montage").toString();

    for (String format : List.of("text", "json", "html")) {
      assertThat(run(way, "", "report", sample, "--format", format))
          .isEqualTo(Outcome.of("report", sample, "--format", format));
    }
  }

  @ParameterizedTest
  @EnumSource
  void predict_ofASample_isThatOfTheCommand(Way way) throws Exception {
    String sample = ROOT.resolve("samples/povray").toString();

    assertThat(run(way, "", "predict", sample)).isEqualTo(Outcome.of("predict", sample));
  }

  @ParameterizedTest
  @EnumSource
  void store_thenList_needsNothingElse(Way way) throws Exception {
    String database = folder.resolve("experiments.db").toString();
    String sample = ROOT.resolve("samples/povray-serial").toString();

    assertThat(run(way, "", "store", sample, "--to", database).status()).isZero();
    assertThat(run(way, "", "list", "--to", database).out()).contains("povray-serial");
  }

  @ParameterizedTest
  @EnumSource
  void shell_readsAScript(Way way) throws Exception {
    assertThat(run(way, "System.out.println(Flowgauge.predict().getClass() != null)\n", "shell"))
        .isEqualTo(new Outcome(0, "true\n", ""));
  }

  private Outcome run(Way way, String input, String... args)
      throws IOException, InterruptedException {
    List<String> command = JavaCommand.with(way.options().toArray(String[]::new));
    command.addAll(List.of(args));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process process = builder.start();
    try (var stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(UTF_8));
    }
    int status = process.waitFor();
    return new Outcome(status, Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }
}
