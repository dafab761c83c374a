package io.flowgauge.instrumentation.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.CodeUnit;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.Structure;
import io.flowgauge.instrumentation.StructureFilter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules for structures and their filters. */
interface StructureRules extends ContractSetting {
  private static StructureFilter including(RegionPattern... patterns) {
    return new StructureFilter(List.of(patterns), List.of(), false);
  }

  private static List<CodeRegion> regions(InstrumentedProcess process, StructureFilter filter) {
    return process.structure(filter).orThrow().regions();
  }

  @Test
  default void structure_all_holdsTheKnownRegionsInTheirUnits() throws Exception {
    attached(
        (target, process) -> {
          Structure structure = process.structure().orThrow();
          assertThat(structure.process().pid()).isEqualTo(target.pid());
          assertThat(structure.regions()).filteredOn(target.caller()::matches).hasSize(1);
          assertThat(structure.regions()).filteredOn(target.leaf()::matches).hasSize(1);
          for (CodeUnit unit : structure.units()) {
            assertThat(unit.regions())
                .as("regions of %s", unit)
                .isNotEmpty()
                .allMatch(region -> region.unit().equals(unit.name()));
          }
        });
  }

  @Test
  default void structure_include_holdsNothingElse() throws Exception {
    attached(
        (target, process) -> {
          Structure structure = process.structure(including(target.leaf())).orThrow();
          assertThat(structure.regions()).hasSize(1).allMatch(target.leaf()::matches);
          assertThat(structure.units()).as("units with a region").hasSize(1);
        });
  }

  @Test
  default void structure_exclude_winsOverInclude() throws Exception {
    attached(
        (target, process) -> {
          List<RegionPattern> both = List.of(target.caller(), target.leaf());
          StructureFilter filter = new StructureFilter(both, List.of(target.leaf()), false);
          assertThat(regions(process, filter)).hasSize(1).allMatch(target.caller()::matches);
        });
  }

  @Test
  default void structure_nothingPasses_isEmpty() throws Exception {
    attached(
        (target, process) -> {
          RegionPattern nothing = new RegionPattern("*", "no such region");
          assertThat(process.structure(including(nothing)).orThrow().units()).isEmpty();
        });
  }

  @Test
  default void structure_sources_holdsTheSameRegions() throws Exception {
    attached(
        (target, process) -> {
          StructureFilter plain = including(target.caller(), target.leaf());
          assertThat(regions(process, plain.withSources()))
              .extracting(CodeRegion::qualifiedName)
              .containsAll(
                  regions(process, plain).stream().map(CodeRegion::qualifiedName).toList());
        });
  }
}
