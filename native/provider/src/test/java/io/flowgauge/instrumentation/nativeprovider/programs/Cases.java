package io.flowgauge.instrumentation.nativeprovider.programs;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The programs of every awkward kind on which sensors must work. */
final class Cases {
  /** Option that makes the next library load at the start even if the linker sees no need. */
  private static final String NEEDED = "-Wl,--no-as-needed";

  private static final String FIVE_BYTES = "-fpatchable-function-entry=5";

  private static final Set<String> SOME =
      Set.of(
          "shapes gcc -O2",
          "shapes gcc -O3 -flto",
          "shapes clang -O2",
          "shapes musl-gcc -O2 -static",
          "exceptions",
          "exceptions static",
          "jumps",
          "parts",
          "signals",
          "forks",
          "registers",
          "throwing",
          "unwinding",
          "openmp with 1 threads");

  private Cases() {}

  /** Builds a program. */
  @FunctionalInterface
  interface Maker {
    Path make() throws Exception;
  }

  /**
   * A program, how it is started, and which of its functions may have no sensor.
   *
   * @param name description of the program
   * @param maker builds it
   * @param environment environment variables it needs
   * @param threads number of its worker threads
   * @param rounds number of rounds of one run
   * @param exempt functions whose shape forbids a sensor, or that a sensor must leave alone
   */
  record Case(
      String name,
      Maker maker,
      Map<String, String> environment,
      int threads,
      int rounds,
      Set<String> exempt) {
    /** Variable with the number of signals a second that interrupt each thread. */
    private static final String STORM = "STORM";

    boolean isStormy() {
      return environment.containsKey(STORM);
    }

    Case inStorm() {
      return with(STORM, "4000");
    }

    Case with(String key, String value) {
      Map<String, String> all = new HashMap<>(environment);
      all.put(key, value);
      return new Case(name + " " + key, maker, all, threads, rounds, exempt);
    }

    Case sized(int newThreads, int newRounds) {
      String sized = name + " with " + newThreads + " threads";
      return new Case(sized, maker, environment, newThreads, newRounds, exempt);
    }

    Case except(String... names) {
      return new Case(name, maker, environment, threads, rounds, Set.of(names));
    }

    Target start() throws Exception {
      return Target.start(environment, List.of(maker.make().toString(), "" + threads));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static Case of(String name, int rounds, Maker maker) {
    return new Case(name, maker, Map.of(), 3, rounds, Set.of());
  }

  private static Case shapes(String compiler, String... options) {
    String name = "shapes " + compiler + " " + String.join(" ", options);
    return of(name, 100, () -> Built.c("shapes", compiler, options));
  }

  /** Returns all programs. */
  static Stream<Case> all() {
    return Stream.of(calm(), stormy()).flatMap(each -> each);
  }

  private static Stream<Case> calm() {
    return Stream.of(compilers(), languages(), behaviours()).flatMap(each -> each);
  }

  /**
   * Returns programs whose threads are interrupted by signals anywhere, also in the agent; the
   * handlers call functions with sensors.
   */
  private static Stream<Case> stormy() {
    Case newcomers = of("newcomers", 30, () -> Built.c("newcomers"));
    Stream<Case> others = calm().filter(each -> SOME.contains(each.name()));
    return Stream.concat(Stream.of(newcomers), others).map(Case::inStorm);
  }

  /** Returns a few representative programs, or all in the long tests. */
  static Stream<Case> some() {
    return all().filter(each -> Sensors.LONG || each.isStormy() || SOME.contains(each.name()));
  }

  /** Returns one program, built in every way. */
  static Stream<Case> compilers() {
    return Stream.of(
        shapes("gcc", "-O2"),
        shapes("gcc", "-O0"),
        shapes("gcc", "-Os"),
        shapes("gcc", "-O3", "-flto"),
        shapes("gcc", "-O2", "-no-pie"),
        shapes("gcc", "-O2", "-static"),
        shapes("gcc", "-O2", "-static-pie"),
        shapes("gcc", "-O2", "-fno-plt"),
        shapes("gcc", "-O2", "-fcf-protection=full"),
        shapes("gcc", "-O2", "-fcf-protection=none"),
        shapes("gcc", "-O2", "-falign-functions=1"),
        shapes("gcc", "-O2", "-fstack-protector-all"),
        shapes("gcc", "-O2", "-fno-asynchronous-unwind-tables"),
        shapes("gcc", "-O2", FIVE_BYTES),
        shapes("gcc", "-O2", "-fpatchable-function-entry=16,8"),
        shapes("gcc", "-O2", "-pg"),
        shapes("gcc", "-O1", "-fsanitize=address"),
        shapes("clang", "-O2"),
        shapes("clang", "-O0"),
        shapes("musl-gcc", "-O2"),
        shapes("musl-gcc", "-O2", "-static"));
  }

  /** Returns programs in other languages. */
  static Stream<Case> languages() {
    return Stream.of(
        of("exceptions", 200, () -> Built.cxx("exceptions", "g++", "-O2")),
        of("exceptions -O0", 200, () -> Built.cxx("exceptions", "g++", "-O0")),
        of("exceptions static", 200, () -> Built.cxx("exceptions", "g++", "-O2", "-static")),
        of("exceptions clang", 200, () -> Built.cxx("exceptions", "clang++", "-O2")),
        exceptionsWithOwnUnwinder("g++"),
        exceptionsWithOwnUnwinder("g++-11"),
        of("throwing", 10, () -> Built.cxx("throwing", "g++", "-O2")),
        of("unwinding", 500, () -> Built.c("unwinding")),
        of("fortran", 500, () -> Built.fortran("cycles")),
        of("rust", 500, () -> Built.rust("threads")));
  }

  /** Returns a program with the unwinder of its compiler instead of the system's. */
  private static Case exceptionsWithOwnUnwinder(String compiler) {
    String name = "exceptions " + compiler + " -static-libgcc";
    return of(name, 200, () -> Built.cxx("exceptions", compiler, "-O2", "-static-libgcc"));
  }

  /** Returns programs whose behaviour sensors could disturb. */
  static Stream<Case> behaviours() {
    Case jumps = of("jumps", 500, () -> Built.c("jumps"));
    Case signals = of("signals", 20_000, () -> Built.c("signals"));
    Case many = shapes("gcc", "-O2");
    return Stream.of(
        of("registers", 2000, () -> Built.c("registers")),
        of("parts", 500, () -> Built.c("parts")),
        of("tiny", 500, () -> Built.c("tiny")).except(tinyOnes()),
        of("oddities", 20, () -> Built.c("oddities")).except("chosen", "walks"),
        jumps,
        jumps.with("ALTERNATE_STACK", "1"),
        signals,
        signals.with("ALTERNATE_STACK", "1"),
        // Threads end with pthread_exit, for which the C library would otherwise load libgcc at an
        // arbitrary time.
        of("openmp", 20, () -> Built.c("openmp", "gcc", "-O2", "-fopenmp", NEEDED, "-lgcc_s"))
            .sized(1, 20),
        of("forks", 5, () -> Built.c("forks")).except("vforks"),
        of("stacks", 200, () -> Built.c("stacks")),
        many.sized(64, 10),
        many.sized(300, 2));
  }

  /**
   * Returns the functions of tiny_x64.S that cannot have a sensor, and the one that returns its
   * return address.
   */
  private static String[] tinyOnes() {
    return Arrays.stream(
            ("one_byte three_bytes four_bytes loops_to_start far_loop_to_start loops_inside"
                    + " jumped_into jumps_into counts_register calls_register jumps_first_short"
                    + " where_called empty constant padded marked_short calls_in_the_middle")
                .split(" ", -1))
        .toArray(String[]::new);
  }
}
