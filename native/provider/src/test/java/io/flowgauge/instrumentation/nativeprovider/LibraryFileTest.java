package io.flowgauge.instrumentation.nativeprovider;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.NativeLibrary;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryFileTest {
  private static final List<String> PROPERTIES =
      List.of(LibraryFile.PROPERTY, "os.name", "os.arch");

  private final List<String> before =
      PROPERTIES.stream().map(name -> System.getProperty(name, "")).toList();

  @AfterEach
  void restore() {
    for (int k = 0; k < PROPERTIES.size(); k++) {
      System.setProperty(PROPERTIES.get(k), before.get(k));
    }
  }

  @Test
  void load_ofTheOneInTheJar_leavesNoFileBehind() throws Exception {
    DoubleLibrary.shim(); // Skips where there is none.
    List<Path> earlier = copies();
    assertThat(LibraryFile.load().orThrow().getFile().toString()).endsWith("libflowgauge.so");
    assertThat(copies()).isEqualTo(earlier);
  }

  private static List<Path> copies() throws IOException {
    try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files.filter(path -> path.getFileName().toString().startsWith("flowgauge")).toList();
    }
  }

  @Test
  void load_ofANamedFile_takesThatOne(@TempDir Path folder) throws Exception {
    Path library = Files.copy(DoubleLibrary.built(), folder.resolve("mine.so"));
    System.setProperty(LibraryFile.PROPERTY, library.toString());
    NativeLibrary loaded = LibraryFile.load().orThrow();
    assertThat(loaded.getFile()).isEqualTo(library.toFile());
    loaded.close();
  }

  @Test
  void load_ofANamedFileThatIsNone_saysSoAndTakesNoOther(@TempDir Path folder) throws Exception {
    DoubleLibrary.shim();
    Path wrong = Files.writeString(folder.resolve("wrong.so"), "not a library");
    System.setProperty(LibraryFile.PROPERTY, wrong.toString());
    Refusal refusal = LibraryFile.load().refusal().orElseThrow();
    assertThat(refusal.code()).isEqualTo(RefusalCode.UNSUPPORTED);
    assertThat(refusal.message()).contains(LibraryFile.PROPERTY, "cannot be loaded");
  }

  @Test
  void load_elsewhere_saysWhereItWorks() {
    System.setProperty("os.name", "Plan 9");
    System.setProperty("os.arch", "mips");
    Outcome<NativeLibrary> outcome = LibraryFile.load();
    assertThat(outcome.refusal().orElseThrow())
        .isEqualTo(
            new Refusal(
                RefusalCode.UNSUPPORTED,
                "native programs can be instrumented only on x86-64 Linux, but this is Plan 9 on mips;"
                    + " the rest of Flowgauge works here"));
  }

  @Test
  void isSupported_ofOtherMachines_isFalse() {
    assertThat(LibraryFile.isSupported("Linux", "amd64")).isTrue();
    assertThat(LibraryFile.isSupported("Linux", "aarch64")).isFalse();
    assertThat(LibraryFile.isSupported("Mac OS X", "x86_64")).isFalse();
  }
}
