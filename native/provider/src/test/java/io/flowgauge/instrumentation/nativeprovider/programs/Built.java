package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.instrumentation.nativeprovider.c.CPrograms;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Builds programs of {@code src/test/c/programs}, each variant once, below {@code target/programs}.
 * Tests are skipped if a compiler is missing.
 */
final class Built {
  private static final Path SOURCES = Path.of("src/test/c/programs").toAbsolutePath();
  private static final Path TARGET =
      Path.of("target/programs", System.getProperty("flowgauge.fork", "fork-1")).toAbsolutePath();
  private static final List<String> C =
      List.of("-std=gnu11", "-Wall", "-Wextra", "-Werror", "-Wno-psabi", "-pthread");
  private static final Map<String, Path> BUILT = new ConcurrentHashMap<>();

  private Built() {}

  /** Returns the folder in which programs run and leave their output. */
  static File folder() throws IOException {
    return Files.createDirectories(TARGET).toFile();
  }

  /** Skips a test of 32-bit programs if they cannot be linked or the kernel does not run them. */
  static void assume32Bit() throws Exception {
    assumeTrue(Files.exists(Path.of("/usr/lib32/libc.so.6")), "skipped: no 32-bit C library here");
    Process loader =
        new ProcessBuilder("/lib/ld-linux.so.2", "--version")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assumeTrue(loader.waitFor() == 0, "skipped: this kernel runs no 32-bit programs");
  }

  /** Builds a C program with gcc -O2. */
  static Path c(String name) throws Exception {
    return c(name, "gcc", "-O2");
  }

  /** Builds a C program with a compiler and options. */
  static Path c(String name, String compiler, String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of(compiler));
    command.addAll(C);
    if (!compiler.equals("clang")) {
      command.add("-Wno-clobbered");
    }
    command.addAll(Arrays.asList(options));
    command.add(SOURCES.resolve(name + ".c").toString());
    Path assembly = SOURCES.resolve(name + "_x64.S");
    if (Files.exists(assembly)) {
      command.add(assembly.toString());
    }
    return built(name, command);
  }

  /** Builds a C++ program. */
  static Path cxx(String name, String compiler, String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of(compiler, "-std=c++17", "-pthread"));
    command.addAll(Arrays.asList(options));
    command.add(SOURCES.resolve(name + ".cpp").toString());
    return built(name, command);
  }

  /** Builds a Fortran program with OpenMP. */
  static Path fortran(String name) throws Exception {
    Files.createDirectories(TARGET);
    return built(
        name,
        List.of(
            "gfortran",
            "-O2",
            "-fno-inline",
            "-fopenmp",
            "-J",
            TARGET.toString(),
            "" + SOURCES.resolve(name + ".f90")));
  }

  /** Builds a Rust program. */
  static Path rust(String name) throws Exception {
    return built(name, List.of("rustc", "-O", SOURCES.resolve(name + ".rs").toString()));
  }

  /** Builds a Go program. */
  static Path go(String name) throws Exception {
    Files.createDirectories(TARGET);
    CPrograms.assumeProgram("go");
    Path made = TARGET.resolve(name);
    if (BUILT.putIfAbsent(name, made) == null) {
      CPrograms.run(List.of("go", "build", "-o", "" + made, "" + SOURCES.resolve(name + ".go")));
    }
    return made;
  }

  /** Returns a copy of a program without its symbols. */
  static Path stripped(Path program) throws Exception {
    Path made = program.resolveSibling(program.getFileName() + "-stripped");
    CPrograms.run(List.of("strip", "-o", made.toString(), program.toString()));
    return made;
  }

  private static Path built(String name, List<String> command) throws Exception {
    CPrograms.assumeProgram(command.get(0));
    String key = name + String.join("", command.subList(0, command.size() - 1));
    key = name + "-" + Integer.toHexString(key.hashCode());
    Path known = BUILT.get(key);
    if (known != null) {
      return known;
    }
    Files.createDirectories(TARGET);
    Path made = TARGET.resolve(key);
    List<String> whole = new ArrayList<>(command);
    whole.addAll(List.of("-o", made.toString()));
    CPrograms.run(whole);
    BUILT.put(key, made);
    return made;
  }

  /** Skips the test if these programs cannot run on this machine. */
  static void assumeHost() {
    String machine = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    assumeTrue(machine.equals("Linux amd64"), "skipped: only on x86-64 Linux, this is " + machine);
  }
}
