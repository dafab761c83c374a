package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.CodeUnit;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.SensorResult;
import io.flowgauge.instrumentation.StructureFilter;
import io.flowgauge.instrumentation.nativeprovider.c.CPrograms;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs and libraries are found by each of their names, and a damaged file does not affect
 * others.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class NamesTest {
  @TempDir Path folder;

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  private static SensorReport check(InstrumentedProcess process, String... regions) {
    return process.check(SensorRequest.of(regions)).orThrow();
  }

  private static String hint(SensorReport report) {
    assertThat(report.unmatched()).hasSize(1);
    return report.hints().get(report.unmatched().get(0));
  }

  @Test
  void instrument_programStartedByALink_isFoundByBothNames() throws Exception {
    Path file = Built.c("shapes");
    Path link = Files.createSymbolicLink(folder.resolve("fg-linked"), file);
    try (Target target = Target.start(link, 1);
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      String unit = file.getFileName().toString();
      Sensors.insert(process, SensorRequest.of("fg-linked:plain"));
      target.run(10);

      assertThat(process.profile().regions())
          .singleElement()
          .satisfies(
              region -> {
                assertThat(region.calls()).isPositive();
                assertThat(region.region().unit()).isEqualTo(unit);
                assertThat(region.region().unitAliases()).contains("fg-linked");
              });
      assertThat(process.structure(StructureFilter.of("fg-link*:plain")).orThrow().regions())
          .hasSize(1);
      assertThat(check(process, unit + ":plain").done()).hasSize(1);
      assertThat(hint(check(process, "fg-lynked:plain")))
          .contains("the program is called " + unit + " (or fg-linked)");
      assertThat(hint(check(process, "fg-linked:plane"))).contains("no function of that name");
    }
  }

  @Test
  void instrument_programThatWasRenamedByItsParent_isFoundByItsFirstArgument() throws Exception {
    List<String> renamed =
        List.of("bash", "-c", "exec -a /some/where/fg-called " + Built.c("shapes") + " 1");
    try (Target target = Target.start(Map.of(), renamed);
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      assertThat(check(process, "fg-called:plain").done()).hasSize(1);
    }
  }

  @Test
  void instrument_library_isFoundBySonameAndFile() throws Exception {
    Path source = Path.of("src/test/c/programs/plugin.c").toAbsolutePath();
    Path library = folder.resolve("libfgplugin.so.1.16");
    CPrograms.run(
        List.of(
            "gcc",
            "-O2",
            "-shared",
            "-fPIC",
            "-Wl,-soname,libfgplugin.so.3",
            "" + source,
            "-o",
            "" + library));
    try (Target target = loader(library);
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      assertThat(check(process, "libfgplugin.so.3:plugin_call").done()).hasSize(1);
      assertThat(check(process, "libfgplugin.so.1.16:plugin_call").done()).hasSize(1);
      assertThat(hint(check(process, "libfgplugin.so.4:plugin_call")))
          .contains("libfgplugin.so.1.16 (or libfgplugin.so.3)")
          .doesNotContain("libc.so.6");
    }
  }

  private static Target loader(Path plugin) throws Exception {
    String program = Built.c("loader", "gcc", "-O2").toString();
    Target target = Target.start(Map.of("PLUGIN", plugin.toString()), List.of(program, "1"));
    target.ask("load");
    return target;
  }

  /** A library's file is overwritten by the beginning of another, or truncated, while in use. */
  @Test
  void instrument_libraryWhoseFileIsDamaged_isRefusedAlone() throws Exception {
    Path plugin =
        Files.copy(
            Built.c("plugin", "gcc", "-O2", "-shared", "-fPIC"), folder.resolve("fg-bad.so"));
    try (Target target = loader(plugin)) {
      try (FileChannel file = FileChannel.open(plugin, StandardOpenOption.WRITE)) {
        file.write(ByteBuffer.wrap(new byte[4]), 0);
      }
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        SensorReport report = Sensors.insert(process, SensorRequest.of("*:looks_up"));
        target.run(10);

        assertThat(report.done()).hasSize(1);
        assertThat(report.unmatched()).isEmpty();
        refusedAlone(report, plugin);
        refusedAlone(check(process, "fg-bad.so:plugin_call"), plugin);
        assertThat(process.profile().regions().get(0).calls()).isEqualTo(10);
        assertThat(process.structure().orThrow().units())
            .filteredOn(unit -> unit.regions().isEmpty())
            .extracting(CodeUnit::name)
            .containsExactly("fg-bad.so");
      }
    }
  }

  private static void refusedAlone(SensorReport report, Path file) {
    assertThat(report.unmatched()).isEmpty();
    assertThat(report.refused())
        .singleElement()
        .satisfies(NamesTest::isOfTheUnit)
        .satisfies(
            result ->
                assertThat(result.refusal().orElseThrow().message()).contains(file.toString()));
  }

  private static void isOfTheUnit(SensorResult result) {
    assertThat(result.region().unit()).isEqualTo("fg-bad.so");
    assertThat(result.refusal().orElseThrow().code()).isEqualTo(RefusalCode.NO_CODE);
  }
}
