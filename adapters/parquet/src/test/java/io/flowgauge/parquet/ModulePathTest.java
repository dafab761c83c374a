package io.flowgauge.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.archive.Logs;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On the module path, with the libraries that are no modules on the class path beside it. */
@Timeout(240)
class ModulePathTest {
  private static final Pattern NO_MODULE = Pattern.compile("parquet|flyway|zstd|jts");
  private static final Pattern MODULE =
      Pattern.compile("sqlite-jdbc|postgresql|slf4j|asm-|jackson-core|checker");

  @TempDir Path folder;

  /** Put into the module, so that it is run as a part of it. */
  public static final class Program {
    private Program() {}

    /** Exports a log in a folder. */
    public static void main(String[] args) throws Exception {
      Path log = Path.of(args[0], "a.nlb");
      if (!ParquetExport.class.getModule().isNamed()) {
        throw new IllegalStateException("not a module");
      }
      System.out.println(ParquetExport.write(Path.of(args[0]), log).files().size());
    }
  }

  @Test
  void module_onModulePath_exports() throws Exception {
    Logs.write(folder.resolve("a.nlb"), 30);
    List<String> modules = new ArrayList<>();
    List<String> others = new ArrayList<>();
    String own = System.getProperty("flowgauge.classes");
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      String name = Path.of(entry).getFileName().toString();
      if (NO_MODULE.matcher(name).find() && !name.startsWith("flowgauge")) {
        others.add(entry);
      } else if (MODULE.matcher(name).find() || isFlowgauge(entry)) {
        modules.add(entry);
      }
    }
    assertThat(modules).contains(own);
    assertThat(others).as("Hadoop is only compiled against").noneMatch(o -> o.contains("hadoop-c"));
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-p",
            String.join(File.pathSeparator, modules),
            "-cp",
            String.join(File.pathSeparator, others),
            "--patch-module",
            "io.flowgauge.parquet=" + Path.of(own).resolveSibling("test-classes"),
            "-m",
            "io.flowgauge.parquet/" + Program.class.getName(),
            folder.toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).endsWith("2\n");
  }

  private static boolean isFlowgauge(String entry) {
    String name = Path.of(entry).getFileName().toString();
    return name.equals("classes") || (name.startsWith("flowgauge") && !name.endsWith("-tests.jar"));
  }
}
