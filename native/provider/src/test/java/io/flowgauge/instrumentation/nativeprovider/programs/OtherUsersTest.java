package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.instrumentation.CodeUnit;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.StructureFilter;
import io.flowgauge.instrumentation.nativeprovider.c.CPrograms;
import io.flowgauge.instrumentation.nativeprovider.programs.Target.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Real users may instrument only their own processes, and shared memory is private. Needs root, to
 * become these users and to create processes in other namespaces.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class OtherUsersTest {
  private static final List<String> NOBODY =
      List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=-all");
  private static final List<String> DAEMON =
      List.of("setpriv", "--reuid=1", "--regid=1", "--clear-groups", "--inh-caps=-all");

  private static Path folder;
  private static String classPath;
  private static Path program;

  @BeforeAll
  static void copyForAll() throws Exception {
    Sensors.provider();
    assumeTrue(System.getProperty("user.name").equals("root"), "skipped: only root becomes others");
    CPrograms.assumeProgram("setpriv");
    folder = Files.createTempDirectory("users");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    classPath = Instrumenter.readableClassPath(folder);
    program = Files.copy(Built.c("shapes"), folder.resolve("shapes"));
    CPrograms.run(List.of("chmod", "-R", "a+rX", folder.toString()));
  }

  @AfterAll
  static void delete() throws IOException {
    if (folder == null) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path each, IOException e) throws IOException {
            Files.delete(each);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static Target as(List<String> user) throws Exception {
    List<String> command = new ArrayList<>(user);
    command.addAll(List.of(program.toString(), "2"));
    return Target.start(Map.of(), command);
  }

  /**
   * Returns the output of a user's instrumenter that is run on a process, without its JVM's
   * warnings about native code.
   */
  private static String instrumentedBy(List<String> user, long pid) throws Exception {
    List<String> command = Instrumenter.command(user, classPath, "once", "" + pid, "shapes*:plain");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(folder.resolve("errors").toFile())
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(text).as(Files.readString(folder.resolve("errors"))).isNotBlank();
    return text.strip();
  }

  @Test
  void process_ofTheSameUser_isInstrumented() throws Exception {
    try (Target target = as(NOBODY)) {
      Answer plain = target.run(50);
      target.ask("busy");
      assertThat(instrumentedBy(NOBODY, target.pid())).isEqualTo("done 1 sensors, calls");
      assertThat(target.ask("idle").text()).contains("errors 0\n");
      assertThat(target.run(50).fixed()).isEqualTo(plain.fixed());
    }
  }

  /** The limit is the measuring user's; the process is not held up by it. */
  @Test
  void process_measuredUnderALimitOfFiles_isRefused() throws Exception {
    CPrograms.assumeProgram("prlimit");
    try (Target target = as(NOBODY)) {
      Answer plain = target.run(50);
      assertThat(instrumentedBy(List.of("prlimit", "--fsize=50000000"), target.pid()))
          .startsWith("refused SYSTEM: ")
          .contains("File too large");
      assertThat(target.run(50).fixed()).isEqualTo(plain.fixed());
    }
  }

  @Test
  void process_ofAnotherUser_isRefused() throws Exception {
    try (Target target = as(DAEMON)) {
      Answer plain = target.run(50);
      assertThat(instrumentedBy(NOBODY, target.pid())).startsWith("refused PERMISSION: ");
      assertThat(target.run(50).fixed()).isEqualTo(plain.fixed());
    }
  }

  @Test
  void process_ofRoot_isRefused() throws Exception {
    try (Target target = as(List.of("env"))) {
      assertThat(instrumentedBy(NOBODY, target.pid())).startsWith("refused PERMISSION: ");
    }
  }

  /** A process that hides its memory from its own user, as password agents do. */
  @Test
  void process_notDumpable_isRefusedToItsUser() throws Exception {
    Path walls = Files.copy(Built.c("walls"), folder.resolve("walls"));
    List<String> command = new ArrayList<>(NOBODY);
    command.addAll(List.of(walls.toString(), "2"));
    try (Target target = Target.start(Map.of("WALL", "dumpable"), command)) {
      assertThat(instrumentedBy(NOBODY, target.pid())).startsWith("refused PERMISSION: ");
    }
  }

  /** Root instruments a user's process; only that user and root can access the shared memory. */
  @Test
  void process_ofAUser_isInstrumentedByRoot() throws Exception {
    try (Target target = as(NOBODY)) {
      Answer plain = target.run(50);
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        SensorReport report = Sensors.insert(process, SensorRequest.of("shapes*:plain"));
        assertThat(report.done()).hasSize(1);
        Answer measured = target.run(50);
        assertThat(measured.fixed()).isEqualTo(plain.fixed());
        assertThat(Sensors.calls(process.profile())).containsEntry("plain", 100L);
      }
    }
  }

  /**
   * The process has other process ids, files and another root user inside; it is found by what the
   * kernel shows outside.
   */
  @Test
  void process_inOtherNamespaces_isInstrumented() throws Exception {
    CPrograms.assumeProgram("unshare");
    for (List<String> walls :
        List.of(
            List.of("unshare", "-m", "-u", "-n", "-i", "-p", "--fork", "--kill-child"),
            List.of("unshare", "-U", "-r", "-m", "-p", "--fork", "--kill-child"))) {
      List<String> command = new ArrayList<>(walls);
      command.addAll(List.of(program.toString(), "2"));
      try (Target target = Target.start(Map.of(), command)) {
        long inside =
            ProcessHandle.of(target.pid()).orElseThrow().children().findFirst().orElseThrow().pid();
        Answer plain = target.run(50);
        Map<String, Long> code = ProcessFiles.code(inside);
        try (InstrumentedProcess process = Sensors.attach(inside)) {
          SensorReport report = Sensors.insert(process, SensorRequest.of("shapes*:plain"));
          assertThat(report.done()).as("" + report.refused()).hasSize(1);
          Answer measured = target.run(50);
          assertThat(measured.fixed()).isEqualTo(plain.fixed());
          assertThat(Sensors.calls(process.profile())).containsEntry("plain", 100L);
        }
        assertThat(ProcessFiles.code(inside)).isEqualTo(code);
      }
    }
  }

  /** The process sees another file system tree, in which none of the outer paths exists. */
  @Test
  void process_inAChangedRoot_isInstrumented() throws Exception {
    CPrograms.assumeProgram("chroot");
    Path root = Files.createDirectory(folder.resolve("root"));
    Files.copy(Built.c("shapes", "gcc", "-O2", "-static"), root.resolve("shapes"));
    try (Target target =
        Target.start(Map.of(), List.of("chroot", root.toString(), "/shapes", "2"))) {
      Answer plain = target.run(50);
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        SensorReport report = Sensors.insert(process, SensorRequest.of("shapes:plain"));
        assertThat(report.done()).as("" + report).hasSize(1);
        assertThat(target.run(50).fixed()).isEqualTo(plain.fixed());
        assertThat(Sensors.calls(process.profile())).containsEntry("plain", 100L);
      }
    }
  }

  /** As in containers, the program's file has one device in the memory map and another for stat. */
  @Test
  void process_onAnOverlay_isKnownToRunItsProgram() throws Exception {
    assumeTrue(
        Files.readString(Path.of("/proc/filesystems")).contains("\toverlay\n"),
        "skipped: this kernel has no overlayfs");
    CPrograms.assumeProgram("unshare");
    String script =
        "mount -t tmpfs none $0 && mkdir $0/rest && mount -t tmpfs none $0/rest"
            + " && mkdir $0/lower $0/rest/upper $0/rest/work $0/all && cp $1 $0/lower/shapes"
            + " && mount -t overlay none $0/all"
            + " -o lowerdir=$0/lower,upperdir=$0/rest/upper,workdir=$0/rest/work"
            + " && exec $0/all/shapes 2";
    String place = Files.createDirectory(folder.resolve("overlay")).toString();
    try (Target target =
            Target.start(
                Map.of(), List.of("unshare", "-m", "sh", "-c", script, place, program.toString()));
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      assertThat(process.structure(StructureFilter.of("shapes:plain")).orThrow().units())
          .singleElement()
          .matches(unit -> unit.kind() == CodeUnit.Kind.EXECUTABLE);
    }
  }

  /** Nothing is left in shared folders, and no other user can read the shared memory. */
  @Test
  void sharedMemory_ofAnInstrumentedProcess_isPrivate() throws Exception {
    List<Path> before = shared();
    try (Target target = as(List.of("env"));
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      Sensors.insert(process, SensorRequest.of("shapes*:plain"));
      assertThat(shared()).containsExactlyInAnyOrderElementsOf(before);
      List<Path> memories = memories(target.pid());
      memories.addAll(memories(ProcessHandle.current().pid()));
      for (Path memory : memories) {
        List<String> command = new ArrayList<>(NOBODY);
        command.addAll(List.of("head", "-c", "1", memory.toString()));
        assertThat(new ProcessBuilder(command).start().waitFor()).as("" + memory).isNotZero();
      }
    }
  }

  private static List<Path> shared() throws IOException {
    List<Path> all = new ArrayList<>();
    for (String place : List.of("/dev/shm", "/run", "/var/tmp")) {
      try (var files = Files.list(Path.of(place))) {
        files.forEach(all::add);
      }
    }
    return all;
  }

  /** Returns the descriptors and mappings of memory files. */
  private static List<Path> memories(long pid) throws IOException {
    List<Path> all = new ArrayList<>();
    for (String place : List.of("fd", "map_files")) {
      try (var files = Files.list(Path.of("/proc", "" + pid, place))) {
        for (Path file : files.toList()) {
          try {
            if (Files.readSymbolicLink(file).toString().startsWith("/memfd:")) {
              all.add(file);
            }
          } catch (IOException e) {
            // Closed meanwhile.
          }
        }
      }
    }
    return all;
  }
}
