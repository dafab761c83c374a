package io.flowgauge.instrumentation.nativeprovider.dwarf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.instrumentation.SourcePosition;
import io.flowgauge.instrumentation.nativeprovider.c.CPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Reads debug information from the compilers of this machine and compares it with the lines of the
 * sources.
 */
class DebugInfoTest {
  private static final String C_SOURCE =
      """
      volatile int sink;
      static inline __attribute__((always_inline)) int
      always_inlined(int x) { return x * sink; }
      __attribute__((noinline)) int outer(int x)
      {
        return always_inlined(x) + 1;
      }
      static __attribute__((noinline)) int hidden(int x) { return outer(x) + always_inlined(2); }
      int main(int argc, char **argv) {
        (void)argv;
        return hidden(argc) == 1;
      }
      """;

  private static final String CXX_SOURCE =
      """
      namespace grid {
      struct cell {
        int value;
        __attribute__((noinline)) int twice() const;
        inline int own() const { return value + 1; }
      };
      template <class T> __attribute__((noinline)) T relaxed(T x) {
        return x / 2;
      }
      int cell::twice() const {
        return own() * 2;
      }
      }
      int main(int argc, char **) {
        grid::cell c{argc};
        return c.twice() + (int) grid::relaxed(c.value * 0.5);
      }
      """;

  private static final String FORTRAN_SOURCE =
      """
      module grid
      contains
        subroutine relax(x)
          real, intent(inout) :: x(:)
          x = x * 0.5
        end subroutine relax
      end module grid

      program main
        use grid
        real :: x(10)
        x = 1.0
        call relax(x)
        print *, x(1)
      end program main
      """;

  private static final String RUST_SOURCE =
      """
      mod grid {
          pub struct Cell(pub f64);
          impl Cell {
              #[inline(never)]
              pub fn twice(&self) -> f64 {
                  helper(self.0)
              }
          }
          #[inline(always)]
          fn helper(x: f64) -> f64 {
              x * 2.0
          }
      }
      fn main() {
          let c = grid::Cell(std::env::args().count() as f64);
          println!("{}", c.twice());
      }
      """;

  private static final String ASSEMBLER_SOURCE =
      """
      .text
      .globl main
      main:
        xor %eax, %eax
        nop
        ret
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "gcc, -gdwarf-4",
    "gcc, -gdwarf-5",
    "gcc, -gdwarf-5 -gz=zlib",
    "gcc, -gdwarf-4 -O0",
    "gcc, -gdwarf-5 -flto",
    "gcc, -gdwarf-5 -gdwarf64",
    "gcc, -gdwarf-5 -fdebug-types-section",
    "clang, -gdwarf-4",
    "clang, -gdwarf-5",
    "clang, -gdwarf-5 -gz=zlib",
    "clang, -gdwarf-5 -O0"
  })
  void read_programInC_knowsLinesAndInlinedFunctions(String compiler, String options)
      throws Exception {
    CPrograms.assumeProgram(compiler);
    DebugInfo info = DebugInfo.read(compile(compiler, "p.c", C_SOURCE, options));

    assertThat(lineOf(info, "outer")).isEqualTo(4);
    assertThat(lineOf(info, "hidden")).isEqualTo(8);
    assertThat(lineOf(info, "main")).isEqualTo(9);
    assertThat(function(info, "outer").source().orElseThrow().file())
        .isEqualTo(folder.resolve("p.c").toString());
    assertThat(info.inlined())
        .extracting(DebugFunction::name)
        .contains("always_inlined")
        .doesNotContain("outer", "hidden", "main");
    assertThat(info.inlined().get(0).source().map(SourcePosition::line)).contains(3);
  }

  /** Addresses agree with the linker's symbols. */
  @Test
  void function_addressesOfSymbols_areTheFunctions() throws Exception {
    CPrograms.assumeProgram("nm");
    Path program = compile("gcc", "p.c", C_SOURCE, "-gdwarf-5");
    DebugInfo info = DebugInfo.read(program);

    for (String name : List.of("main", "outer", "hidden")) {
      long address = symbol(program, name);
      assertThat(info.function(address).map(DebugFunction::name)).contains(name);
      assertThat(info.function(address + 1).map(DebugFunction::name)).contains(name);
      assertThat(info.position(address)).isEqualTo(function(info, name).source());
    }
    assertThat(info.function(0)).isEmpty();
    assertThat(info.position(Long.MAX_VALUE)).isEmpty();
  }

  private static long symbol(Path program, String name) throws Exception {
    return CPrograms.run(List.of("nm", program.toString()))
        .lines()
        .filter(each -> each.endsWith(" " + name))
        .mapToLong(each -> Long.parseLong(each.substring(0, 16), 16))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "g++, -gdwarf-4",
    "g++, -gdwarf-5",
    "g++, -gdwarf-5 -fdebug-types-section",
    "clang++, -gdwarf-4",
    "clang++, -gdwarf-5"
  })
  void read_programInCxx_qualifiesNames(String compiler, String options) throws Exception {
    CPrograms.assumeProgram(compiler);
    DebugInfo info = DebugInfo.read(compile(compiler, "p.cpp", CXX_SOURCE, options));

    DebugFunction twice = function(info, "grid::cell::twice");
    assertThat(twice.linkageName()).isEqualTo("_ZNK4grid4cell5twiceEv");
    assertThat(twice.source().map(SourcePosition::line)).contains(10);
    DebugFunction relaxed =
        info.functions().stream()
            .filter(each -> each.name().startsWith("grid::relaxed"))
            .findFirst()
            .orElseThrow();
    assertThat(relaxed.source().map(SourcePosition::line)).contains(7);
    assertThat(info.inlined()).extracting(DebugFunction::name).contains("grid::cell::own");
  }

  @ParameterizedTest
  @CsvSource({"gfortran, -gdwarf-4", "gfortran, -gdwarf-5"})
  void read_programInFortran_knowsModules(String compiler, String options) throws Exception {
    CPrograms.assumeProgram(compiler);
    DebugInfo info =
        DebugInfo.read(compile(compiler, "p.f90", FORTRAN_SOURCE, options + " -fno-inline"));

    DebugFunction relax = function(info, "grid::relax");
    assertThat(relax.linkageName()).isEqualTo("__grid_MOD_relax");
    assertThat(relax.source().map(SourcePosition::line)).contains(3);
  }

  @Test
  void read_programInRust_knowsLinesAndInlinedFunctions() throws Exception {
    CPrograms.assumeProgram("rustc");
    Path source = Files.writeString(folder.resolve("p.rs"), RUST_SOURCE);
    Path program = folder.resolve("p");
    CPrograms.run(List.of("rustc", "-g", "-O", source.toString(), "-o", program.toString()));

    DebugInfo info = DebugInfo.read(program);

    DebugFunction twice =
        info.functions().stream()
            .filter(each -> each.name().endsWith("Cell::twice") || each.name().endsWith("::twice"))
            .findFirst()
            .orElseThrow();
    assertThat(twice.source().map(SourcePosition::line)).contains(5);
    assertThat(twice.name()).startsWith("p::grid::");
    assertThat(info.inlined())
        .filteredOn(each -> each.name().equals("p::grid::helper"))
        .singleElement()
        .satisfies(each -> assertThat(each.source().map(SourcePosition::line)).contains(10));
  }

  @Test
  void position_assembler_isTheLineOfTheInstruction() throws Exception {
    Path program = compile("gcc", "p.s", ASSEMBLER_SOURCE, "-Wa,-gdwarf-5");
    DebugInfo info = DebugInfo.read(program);

    long main = symbol(program, "main");
    assertThat(info.position(main).map(SourcePosition::line)).contains(4);
    assertThat(info.position(main + 3).map(SourcePosition::line)).contains(6);
  }

  @Test
  void read_separateDebugFile_isFoundByBuildIdAndByLink() throws Exception {
    CPrograms.assumeProgram("objcopy");
    Path program = compile("gcc", "p.c", C_SOURCE, "-gdwarf-5");
    Path debug = folder.resolve("p.debug");
    CPrograms.run(List.of("objcopy", "--only-keep-debug", program.toString(), debug.toString()));
    Path stripped = folder.resolve("stripped");
    CPrograms.run(List.of("strip", program.toString(), "-o", stripped.toString()));

    assertThat(DebugInfo.read(stripped, folder)).isSameAs(DebugInfo.NONE);

    String id =
        CPrograms.run(List.of("readelf", "-n", program.toString()))
            .replaceAll("(?s).*Build ID: ([0-9a-f]+).*", "$1");
    Path byId =
        folder.resolve(".build-id/" + id.substring(0, 2) + "/" + id.substring(2) + ".debug");
    Files.createDirectories(byId.getParent());
    Files.copy(debug, byId);
    assertThat(lineOf(DebugInfo.read(stripped, folder), "outer")).isEqualTo(4);

    Files.delete(byId);
    CPrograms.run(List.of("objcopy", "--add-gnu-debuglink=" + debug, stripped.toString()));
    assertThat(lineOf(DebugInfo.read(stripped, folder), "outer")).isEqualTo(4);

    Files.write(debug, new byte[1], StandardOpenOption.APPEND);
    assertThat(DebugInfo.read(stripped, folder)).isSameAs(DebugInfo.NONE);
  }

  @Test
  void read_noElfFile_isRefusedWithItsName() throws Exception {
    Path text = Files.writeString(folder.resolve("text"), "no ELF file, but some text of a length");

    assertThatThrownBy(() -> DebugInfo.read(text))
        .isInstanceOf(DebugFormatException.class)
        .hasMessageContaining(text.toString());
    assertThatThrownBy(() -> DebugInfo.read(folder.resolve("missing")))
        .isInstanceOf(IOException.class);
  }

  /** The reader agrees with binutils about real programs. */
  @Test
  void read_programsOfTheSystem_agreeWithAddr2line() throws Exception {
    CPrograms.assumeProgram("addr2line");
    CPrograms.assumeProgram("rustc");
    Path source = Files.writeString(folder.resolve("q.rs"), RUST_SOURCE);
    Path program = folder.resolve("q");
    CPrograms.run(List.of("rustc", "-g", source.toString(), "-o", program.toString()));
    DebugInfo info = DebugInfo.read(program);
    assumeTrue(info.functions().size() > 100, "skipped: too few functions");

    List<DebugFunction> some = info.functions().stream().limit(400).toList();
    List<String> command = new ArrayList<>(List.of("addr2line", "-e", program.toString()));
    some.forEach(each -> command.add("0x" + Long.toHexString(each.address())));
    List<String> positions = CPrograms.run(command).lines().toList();

    long agreeing = 0;
    for (int i = 0; i < some.size(); i++) {
      String file = positions.get(i).replaceAll(":[0-9?]+( \\(discriminator \\d+\\))?$", "");
      boolean same = some.get(i).source().map(each -> sameFile(each.file(), file)).orElse(false);
      agreeing += same || file.startsWith("?") ? 1 : 0;
    }
    assertThat(agreeing).isGreaterThan(some.size() * 9 / 10);
  }

  private static boolean sameFile(String one, String other) {
    return Path.of(one).getFileName().equals(Path.of(other).getFileName());
  }

  private Path compile(String compiler, String name, String text, String options) throws Exception {
    Path source = Files.writeString(folder.resolve(name), text);
    Path program = folder.resolve("program");
    List<String> command = new ArrayList<>(List.of(compiler, "-O2"));
    command.addAll(List.of(options.split(" ", -1)));
    command.addAll(List.of("-o", program.toString(), source.toString()));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return program;
  }

  private static int lineOf(DebugInfo info, String name) {
    return function(info, name).source().map(SourcePosition::line).orElse(-1);
  }

  private static DebugFunction function(DebugInfo info, String name) {
    Optional<DebugFunction> found =
        info.functions().stream().filter(each -> each.name().equals(name)).findFirst();
    return found.orElseThrow(
        () ->
            new AssertionError(
                name
                    + " is not among "
                    + info.functions().stream()
                        .map(DebugFunction::name)
                        .collect(Collectors.joining(", "))));
  }
}
