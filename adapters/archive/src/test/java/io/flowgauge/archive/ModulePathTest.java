package io.flowgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.testsupport.ModulePath;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the archive on the module path, with libraries that are not modules on the class path. */
@Timeout(240)
class ModulePathTest {
  private static final Pattern NO_MODULE = Pattern.compile("flyway");
  private static final Pattern MODULE =
      Pattern.compile("sqlite-jdbc|postgresql|slf4j|asm-|checker|jackson-core");

  @TempDir Path folder;

  /** A program that is patched into the module and runs as part of it. */
  public static final class Program {
    private Program() {}

    /** Feeds a log in a folder. */
    public static void main(String[] args) throws Exception {
      Path log = Path.of(args[0], "a.nlb");
      if (!Archive.class.getModule().isNamed()) {
        throw new IllegalStateException("not a module");
      }
      try (Archive archive = Archive.open(Path.of(args[0], "archive.db"))) {
        System.out.println(archive.feed(log));
      }
    }
  }

  @Test
  void module_onModulePath_feeds() throws Exception {
    Logs.write(folder.resolve("a.nlb"), 30);
    ModulePath path = ModulePath.of(MODULE, NO_MODULE);

    assertThat(path.run("io.flowgauge.archive", Program.class, folder.toString()))
        .contains("60 events fed");
  }
}
