package io.flowgauge.instrumentation.nativeprovider.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads ELF files made by the compilers and linkers of this machine, and damaged ones. */
class ImageTest {
  private static final String FINDER = "_Unwind_Find_FDE";

  private static final Path SAMPLE = Path.of("src/test/c/image_sample.c").toAbsolutePath();
  private static final long FUZZ_ROUNDS = Boolean.getBoolean("flowgauge.long") ? 100_000 : 500;

  @TempDir Path folder;

  @Test
  void read_program_hasItsFunctionsAndNoOthers() throws Exception {
    Image image = Image.read(compile("-O2"));

    assertThat(image.names())
        .contains("main", "plain_function", "local_function", "with_cold_part", "no_size", "takes")
        .doesNotContain("indirect", "with_cold_part.cold", "_start", "sink", "inside_near");
    assertThat(image.functions()).allMatch(each -> each.size() > 0);
    assertThat(image.head()).containsEntry("machine", "62").containsEntry("32-bit", "0");
    assertThat(image.has(Image.STRIPPED)).isFalse();
    assertThat(image.has(Image.INTERPRETED)).isTrue();
    assertThat(image.has(Image.GO)).isFalse();
    assertThat(image.has(Image.JVM)).isFalse();
    assertThat(image.has(Image.SWITCHES_STACKS)).isFalse();
    assertThat(image.head().get("id")).hasSize(40);
  }

  @Test
  void read_aliases_areAllListedAndCounted() throws Exception {
    Image image = Image.read(compile("-O2"));

    long address = image.function("plain_function").address();
    List<Image.Function> same =
        image.functions().stream().filter(each -> each.address() == address).toList();
    assertThat(same)
        .extracting(Image.Function::name)
        .containsExactly("plain_function", "second_name", "third_name");
    assertThat(same).allMatch(each -> each.aliases() == 2);
  }

  @Test
  void read_symbolWithoutSize_reachesToTheNextFunction() throws Exception {
    Image image = Image.read(compile("-O2"));

    Image.Function noSize = image.function("no_size");
    assertThat(noSize.address() + noSize.size()).isEqualTo(image.function("jumped_near").address());
  }

  /** Addresses and sizes agree with binutils. */
  @Test
  void read_libraryOfTheSystem_agreesWithReadelf() throws Exception {
    CPrograms.assumeProgram("readelf");
    Path library = Path.of("/usr/lib/x86_64-linux-gnu/libstdc++.so.6");
    assumeTrue(Files.exists(library), "skipped: no " + library);
    Image image = Image.read(library);
    List<String> known =
        image.functions().stream()
            .map(each -> Long.toHexString(each.address()) + " " + each.size() + " " + each.name())
            .toList();

    List<String> wanted = readelf(library);
    assertThat(wanted).hasSizeGreaterThan(1000);
    assertThat(known).containsAll(wanted);
  }

  /** Returns the defined functions among the dynamic symbols. */
  private static List<String> readelf(Path library) throws Exception {
    String text = CPrograms.run(List.of("readelf", "-W", "--dyn-syms", library.toString()));
    Pattern line =
        Pattern.compile(
            "^ *\\d+: ([0-9a-f]+) +(\\d+) FUNC +\\S+ +\\S+ +\\d+ ([^@\\s]+).*$", Pattern.MULTILINE);
    Matcher matcher = line.matcher(text);
    List<String> found = new ArrayList<>();
    while (matcher.find()) {
      long address = Long.parseUnsignedLong(matcher.group(1), 16);
      found.add(Long.toHexString(address) + " " + matcher.group(2) + " " + matcher.group(3));
    }
    return found.stream().distinct().toList();
  }

  /**
   * As the library is linked without the C library, its unwind information begins with the parent
   * (CIE) of all entries.
   */
  @Test
  void read_strippedLibraryOfOneParent_hasItsFunctions() throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("one.c"),
            """
            __attribute__((noipa)) static int local_function(int x) { return x * 3; }
            int exported(int x) { return local_function(x) + 1; }
            """);
    Path library = build(source, "one.so", "-O2", "-shared", "-fPIC", "-nostdlib");
    Image whole = Image.read(library);

    assertThat(Image.read(strip(library)).addresses())
        .contains(whole.function("local_function").address());
  }

  /** Assemblers move instructions that apply at the beginning of an entry to its parent (CIE). */
  @Test
  void read_codeThatIsJumpedTo_isNoFunctionWhicheverEntrySaysSo() throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("frames.s"),
            labelled("behind_arguments", ".cfi_def_cfa_offset 24")
                + labelled("with_a_frame", ".cfi_def_cfa %rbp, 16", ".cfi_offset %rbp, -16")
                + labelled("with_a_register", ".cfi_offset %rbx, -16")
                + labelled("at_a_register", ".cfi_def_cfa_register %rax")
                + labelled("corrected", ".cfi_def_cfa_offset 24", ".cfi_escape 0x0e, 8")
                + labelled("plain")
                + labelled("again_behind_arguments", ".cfi_def_cfa_offset 24")
                + labelled("behind_more", ".cfi_def_cfa_offset 32")
                + labelled("signal", ".cfi_signal_frame"));

    assertThat(Image.read(build(source, "frames.so", "-shared", "-nostdlib")).names())
        .containsExactly("corrected", "plain");
  }

  /** Returns the assembly of a function that is known only by its unwind information. */
  private static String labelled(String name, String... directives) {
    return name
        + ":\n.cfi_startproc\n"
        + String.join("\n", directives)
        + "\nnop\nret\n.cfi_endproc\n";
  }

  /** An unwinder starts at the return address of one of its own functions, whether named or not. */
  @Test
  void unwinders_ofAStaticProgram_areFoundByWhatTheyDo() throws Exception {
    Path program = throwing("-static");
    Image image = Image.read(program, "unwinders", folder);
    Image stripped = Image.read(strip(program), "unwinders", folder);

    assertThat(image.names())
        .contains("uw_init_context_1", "_Unwind_RaiseException", "_Unwind_Resume")
        .allMatch(name -> name.matches("(uw|_Unwind)_.*|abort"));
    List<Long> expected = new ArrayList<>(image.addresses());
    expected.remove(image.function(FINDER).address());
    assertThat(stripped.addresses()).as("all but the finder").isEqualTo(expected);
  }

  /** The unwinder's finder is recognised by the function of the C library that it calls. */
  @ParameterizedTest
  @ValueSource(strings = {"-O2", "-fno-plt", "-Wl,-z,now", "-Wl,-z,ibtplt", "-no-pie"})
  void finder_ofAnUnwinderWithoutNames_isFoundByWhatItCalls(String option) throws Exception {
    Path program = throwing("-static-libgcc", "-static-libstdc++", option);
    Image image = Image.read(program, "unwinders", folder);
    Image stripped = Image.read(strip(program), "unwinders", folder);

    assertThat(image.names()).contains(FINDER);
    assertThat(stripped.addresses()).isEqualTo(image.addresses());
  }

  private Path throwing(String... options) throws Exception {
    CPrograms.assumeProgram("g++");
    Path source = Files.writeString(folder.resolve("throws.cpp"), "int main() { throw 1; }");
    Path program = folder.resolve("throws");
    List<String> command = new ArrayList<>(List.of("g++", "-o", "" + program, "" + source));
    command.addAll(List.of(options));
    CPrograms.run(command);
    return program;
  }

  @Test
  void read_stripped_hasTheSameFunctionsByUnwindInformation() throws Exception {
    Path program = compile("-O2");
    Image whole = Image.read(program);
    Image stripped = Image.read(strip(program));

    assertThat(stripped.has(Image.STRIPPED)).isTrue();
    assertThat(stripped.addresses())
        .contains(
            whole.function("main").address(),
            whole.function("plain_function").address(),
            whole.function("local_function").address(),
            whole.function("with_cold_part").address())
        .doesNotContain(cold(program));
    Image.Function function =
        stripped.functions().stream()
            .filter(each -> each.address() == whole.function("local_function").address())
            .findFirst()
            .orElseThrow();
    assertThat(function.name()).isEqualTo("fn_" + Long.toHexString(function.address()));
    assertThat(function.size()).isEqualTo(whole.function("local_function").size());
  }

  private static long cold(Path program) throws Exception {
    String symbols = CPrograms.run(List.of("nm", program.toString()));
    Matcher matcher = Pattern.compile("([0-9a-f]+) t with_cold_part\\.cold").matcher(symbols);
    assertThat(matcher.find()).as("the sample has a cold part").isTrue();
    return Long.parseUnsignedLong(matcher.group(1), 16);
  }

  @Test
  void read_withoutSectionHeaders_findsTheUnwindInformation() throws Exception {
    Path program = strip(compile("-O2"));
    List<Long> wanted = Image.read(program).addresses();
    Path bare = folder.resolve("bare");
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(program)).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(40, 0).putShort(60, (short) 0).putShort(62, (short) 0);
    Files.write(bare, bytes.array());

    Image image = Image.read(bare);

    assertThat(image.addresses()).containsAll(wanted);
  }

  @Test
  void read_debugFileByBuildId_hasItsSymbols() throws Exception {
    CPrograms.assumeProgram("objcopy");
    Path program = compile("-O2");
    Path stripped = strip(program);
    String id = Image.read(program).head().get("id");
    Path debug =
        folder.resolve("debug/.build-id/" + id.substring(0, 2) + "/" + id.substring(2) + ".debug");
    Files.createDirectories(debug.getParent());
    CPrograms.run(List.of("objcopy", "--only-keep-debug", program.toString(), debug.toString()));

    Image image = Image.read(stripped, "functions", folder.resolve("debug"));

    assertThat(image.names()).contains("local_function", "main");
    assertThat(image.has(Image.STRIPPED)).isFalse();
    assertThat(image.functions()).isEqualTo(Image.read(program).functions());
  }

  @Test
  void read_debugFileByLink_isTakenOnlyWithItsCheckSum() throws Exception {
    CPrograms.assumeProgram("objcopy");
    Path program = compile("-O2", "-Wl,--build-id=none");
    Path stripped = strip(program);
    Path debug = folder.resolve("sample.debug");
    CPrograms.run(List.of("objcopy", "--only-keep-debug", program.toString(), debug.toString()));
    CPrograms.run(List.of("objcopy", "--add-gnu-debuglink=" + debug, stripped.toString()));

    assertThat(Image.read(stripped).names()).contains("local_function");

    Files.write(debug, new byte[] {1}, StandardOpenOption.APPEND);
    assertThat(Image.read(stripped).names()).doesNotContain("local_function");
  }

  @Test
  void read_staticProgram_hasTheFunctionsOfItsLibrary() throws Exception {
    Image image = Image.read(compile("-O2", "-static"));

    assertThat(image.names())
        .contains("main", "malloc", "printf")
        .doesNotContain("memcpy", "_start");
    assertThat(image.has(Image.INTERPRETED)).isFalse();
    assertThat(image.has(Image.SWITCHES_STACKS)).isFalse();
  }

  @Test
  void read_exceptionsOfCxx_mayThrow() throws Exception {
    CPrograms.assumeProgram("g++");
    Path source = folder.resolve("throws.cpp");
    Files.writeString(
        source,
        """
        struct s { ~s(); };
        void g();
        namespace a { int f(const char *, int) { s x; g(); return 1; } }
        s::~s() { }
        void g() { throw 1; }
        int main() { try { a::f("", 1); } catch (int) { } }
        """);
    Path program = folder.resolve("throws");
    CPrograms.run(List.of("g++", "-O1", source.toString(), "-o", program.toString()));

    Image image = Image.read(program, "plain", folder);

    assertThat(image.has(Image.MAY_THROW)).isTrue();
    assertThat(Image.read(strip(program)).has(Image.MAY_THROW)).isTrue();
    assertThat(Image.read(compile("-O2", "-fno-exceptions")).has(Image.MAY_THROW)).isFalse();
    assertThat(image.function("_ZN1a1fEPKci").plain()).isEqualTo("a::f(char const*, int)");
  }

  @Test
  void read_stackSwitches_areKnownByImportAndInStaticPrograms() throws Exception {
    Path source = folder.resolve("switches.c");
    Files.writeString(
        source,
        """
        #include <ucontext.h>
        static ucontext_t a, b;
        static char s[65536];
        static void f(void) { }
        int main(void) {
          getcontext(&b);
          b.uc_stack.ss_sp = s;
          b.uc_stack.ss_size = sizeof s;
          b.uc_link = &a;
          makecontext(&b, f, 0);
          return swapcontext(&a, &b);
        }
        """);

    assertThat(Image.read(build(source, "switches")).has(Image.SWITCHES_STACKS)).isTrue();
    assertThat(Image.read(build(source, "switches-static", "-static")).has(Image.SWITCHES_STACKS))
        .isTrue();
    assertThat(
            Image.read(Path.of("/usr/lib/x86_64-linux-gnu/libc.so.6")).has(Image.SWITCHES_STACKS))
        .isFalse();
  }

  @Test
  void read_notes_revealGoAndShadowStack() throws Exception {
    Path go = folder.resolve("note.c");
    Files.writeString(
        go,
        "__asm__(\".section .note.go.buildid,\\\"a\\\",@note\\n.long 4, 4, 4\\n.asciz \\\"Go\\\"\\n.balign 4\\n"
            + ".ascii \\\"abcd\\\"\\n.text\\n\");\nint main(void) { return 0; }\n");

    assertThat(Image.read(build(go, "go")).has(Image.GO)).isTrue();
    Image marked = Image.read(compile("-O2", "-fcf-protection", "-Wl,-z,shstk"));
    assertThat(marked.has(Image.SHADOW_STACK)).isTrue();
    assertThat(Image.read(compile("-O2", "-fcf-protection=none")).has(Image.SHADOW_STACK))
        .isFalse();
  }

  @Test
  void read_javaVirtualMachine_isOne() throws Exception {
    Path library = Path.of(System.getProperty("java.home"), "lib/server/libjvm.so");
    assumeTrue(Files.exists(library), "skipped: no " + library);

    assertThat(Image.read(library, "head", folder).has(Image.JVM)).isTrue();
  }

  @Test
  void read_32BitProgram_isSaidToBeOne() throws Exception {
    Path program = folder.resolve("small");
    Path source = folder.resolve("small.c");
    Files.writeString(source, "int main(void) { return 0; }\n");
    Process process =
        new ProcessBuilder(CPrograms.compiler(), "-m32", "-nostdlib", "-static", "-e", "main")
            .command(
                CPrograms.compiler(),
                "-m32",
                "-nostdlib",
                "-static",
                "-Wl,-e,main",
                source.toString(),
                "-o",
                program.toString())
            .redirectErrorStream(true)
            .start();
    assumeTrue(process.waitFor() == 0, "skipped: the compiler makes no 32-bit programs here");

    Image image = Image.read(program);

    assertThat(image.head()).containsEntry("32-bit", "1");
    assertThat(image.functions()).isEmpty();
  }

  @Test
  void jumpedInto_branchesAndAddressesOfOthers_areSeen() throws Exception {
    Path program = CPrograms.program("image_jumps", Image.sources(), CPrograms.SANITIZED);

    String jumped = CPrograms.run(List.of(program.toString(), compile("-O2").toString()));

    assertThat(Arrays.stream(jumped.split("\n", -1)).collect(Collectors.toSet()))
        .contains("jumped_near", "jumped_far", "taken", "part near_part", "part far_part")
        .doesNotContain("own_affair", "plain_function", "main", "jumps_far")
        .noneMatch(line -> line.matches("part (called_last|in_parts|own_affair|main)"));
  }

  @Test
  void read_changedAndCutFiles_neverFailsOtherwiseThanByCode() throws Exception {
    Path program = compile("-O2");
    List<String> command =
        List.of(
            CPrograms.program("image_fuzz", Image.sources(), CPrograms.SANITIZED).toString(),
            String.valueOf(FUZZ_ROUNDS),
            program.toString(),
            strip(program).toString());

    assertThat(CPrograms.run(command)).isEqualTo("ok\n");
  }

  /** One name would expand to gigabytes, one nests too deeply, and valid ones surround them. */
  @Test
  void demangle_hostileNames_spareTheOthers() throws Exception {
    String doubled = "_Z1fIu1aI" + "S_IS_S_E".repeat(30) + "EEvv";
    String deep = "_Z1g" + "P".repeat(30_000) + "i";
    Path source = folder.resolve("hostile.c");
    Files.writeString(
        source,
        "__asm__(\".text\\n"
            + function("_Z5firsti")
            + function("_Z1hI" + "1aI".repeat(60) + "i" + "E".repeat(60) + "Evv")
            + function(deep)
            + function("_Z1fv" + "S_".repeat(5000))
            + function(doubled)
            + function("_Z6secondPKc")
            + function("_RNvC7mycrate4main")
            + function("_ZN4core3fmt9Formatter3pad17h0123456789abcdefE")
            + function("__grid_MOD_relax")
            + "\");\nint main(void) { return 0; }\n");

    Image image = Image.read(build(source, "hostile"), "plain", folder);

    assertThat(image.function("_Z5firsti").plain()).isEqualTo("first(int)");
    assertThat(image.function("_Z6secondPKc").plain()).isEqualTo("second(char const*)");
    assertThat(image.function("_RNvC7mycrate4main").plain()).isEqualTo("mycrate::main");
    assertThat(image.function("_ZN4core3fmt9Formatter3pad17h0123456789abcdefE").plain())
        .isEqualTo("core::fmt::Formatter::pad");
    assertThat(image.function("__grid_MOD_relax").plain()).isEqualTo("grid::relax");
    assertThat(image.function(deep).plain()).isEmpty();
  }

  private static String function(String name) {
    return ".type " + name + ", @function\\n" + name + ":\\n nop\\n nop\\n ret\\n";
  }

  private Path compile(String... options) throws Exception {
    return build(SAMPLE, "sample" + Math.abs(Arrays.hashCode(options)), options);
  }

  private Path build(Path source, String name, String... options) throws Exception {
    Path program = folder.resolve(name);
    List<String> command = new ArrayList<>(List.of(CPrograms.compiler()));
    command.addAll(Arrays.asList(options));
    command.addAll(List.of(source.toString(), "-o", program.toString()));
    CPrograms.run(command);
    return program;
  }

  private Path strip(Path program) throws Exception {
    CPrograms.assumeProgram("strip");
    Path stripped = folder.resolve(program.getFileName() + "-stripped");
    CPrograms.run(List.of("strip", program.toString(), "-o", stripped.toString()));
    return stripped;
  }
}
