package io.flowgauge.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.archive.Logs;
import io.flowgauge.testsupport.ModulePath;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the export on the module path, with libraries that are not modules on the class path. */
@Timeout(240)
class ModulePathTest {
  private static final Pattern NO_MODULE = Pattern.compile("parquet|flyway|zstd|jts");
  private static final Pattern MODULE =
      Pattern.compile("sqlite-jdbc|postgresql|slf4j|asm-|jackson-core|checker");

  @TempDir Path folder;

  /** A program that is patched into the module and runs as part of it. */
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
    ModulePath path = ModulePath.of(MODULE, NO_MODULE);

    assertThat(path.others())
        .as("Hadoop is only compiled against")
        .noneMatch(other -> other.contains("hadoop-c"));
    assertThat(path.run("io.flowgauge.parquet", Program.class, folder.toString())).endsWith("2\n");
  }
}
