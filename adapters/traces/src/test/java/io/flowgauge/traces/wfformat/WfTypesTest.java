package io.flowgauge.traces.wfformat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WfTypesTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "bwa, x, bwa_ID1, bwa_ID1, bwa",
        "-, mProject, mProject_ID0000042, mProject_ID0000042, mProject",
        "-, map, map_map_HEP2_ID0000023, map_map_HEP2_ID0000023, map",
        "-, salmon, indexTrans_ID0000005, indexTrans_ID0000005, indexTrans",
        "-, cpuhog, cpuhog_forkjoin_00000001, cpuhog_forkjoin_00000001, cpuhog",
        "-, -, cpuhog_forkjoin_00000001, cpuhog_forkjoin_00000001, cpuhog_forkjoin",
        "-, mkdir x, NF.UNTAR_2, NF.UNTAR_2_4, NF.UNTAR_2",
        "-, mProj, mProject, mProject, mProject",
        "-, -, _ID7, _ID7, _ID7",
      })
  void of_task_isWhatItRuns(String category, String program, String name, String id, String type) {
    assertThat(WfTypes.of(text(category), text(program), name, id)).isEqualTo(type);
  }

  private static String text(String given) {
    return given == null ? "" : given;
  }
}
