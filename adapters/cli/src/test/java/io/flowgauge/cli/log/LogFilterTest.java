package io.flowgauge.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LogFilterTest {
  @Test
  void conditionsOnNumbers_whatTextsAndConstantsCanMeet_isLeftToTheReader() {
    LogFilter filter =
        CommandLine.populateCommand(
            new LogFilter(),
            "--where",
            "BYTES>=65536&PORT==2811&status!=0",
            "--where",
            "x<1",
            "--where",
            "name==5");
    assertThat(filter.conditionsOnNumbers()).isEqualTo("BYTES>=65536&x<1");
  }
}
