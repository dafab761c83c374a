package io.flowgauge.report.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class TableTest {
  private static final int LIMIT = 40;
  private static final String PIPELINE = "NFCORE_RNASEQ:RNASEQ:";

  private final Table table = new Table("~>", LIMIT);

  private String written() throws IOException {
    StringBuilder out = new StringBuilder();
    table.write(new Page(out));
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= LIMIT);
    return out.toString();
  }

  @Test
  void write_longNamesThatBeginAlike_dropsTheBeginningOfAll() throws IOException {
    table.row("type", "count");
    table.row(PIPELINE + "QUANTIFY_STAR_SALMON:SALMON_QUANT", "39");
    table.row(PIPELINE + "QUANTIFY_SALMON:SALMON_QUANT", "39");
    table.row(PIPELINE + "FASTQC", "39");
    table.row("RENAME", "1");
    assertThat(written())
        .isEqualTo(
            """
              type                             count
              …QUANTIFY_STAR_…ON:SALMON_QUANT     39
              …QUANTIFY_SALMON:SALMON_QUANT       39
              …FASTQC                             39
              RENAME                               1
            """);
  }

  @Test
  void write_onlyOneNameTooLong_othersShowThatTheyBeginAlike() throws IOException {
    table.row(PIPELINE + "QUANTIFY_STAR_SALMON", "39");
    table.row(PIPELINE + "FASTQC", "39");
    assertThat(written())
        .isEqualTo(
            """
              …QUANTIFY_STAR_SALMON  39
              …FASTQC                39
            """);
  }

  @Test
  void write_longNameAlone_showsBothItsEnds() throws IOException {
    table.row(PIPELINE + "QUANTIFY_STAR_SALMON", "39");
    table.row("FASTQC", "39");
    assertThat(written())
        .isEqualTo(
            """
              NFCORE_RNASEQ:RNA…TIFY_STAR_SALMON  39
              FASTQC                              39
            """);
  }

  @Test
  void write_enoughRoom_changesNothing() throws IOException {
    table.row(PIPELINE + "FASTQC", "39");
    table.row(PIPELINE + "MULTIQC", "1");
    assertThat(written()).contains(PIPELINE + "FASTQC", PIPELINE + "MULTIQC");
  }

  @Test
  void write_longNamesThatDifferFromTheStart_showsBothTheirEnds() throws IOException {
    table.row("a".repeat(30) + "-x".repeat(10), "1");
    table.row("ab".repeat(20), "1");
    assertThat(written()).contains("aaaa", "…x-x", "abab", "…b");
  }
}
