package io.flowgauge.report.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class PageTest {
  @Test
  void paragraph_longText_breaksBetweenWordsWithinTheWidth() throws IOException {
    String text = "word ".repeat(60).strip();
    String written = paragraph("  - ", text);
    assertThat(written.lines()).hasSizeGreaterThan(2).allMatch(line -> line.length() <= Page.WIDTH);
    assertThat(written.lines().skip(1)).allMatch(line -> line.startsWith("    word"));
    assertThat(written.strip().replaceAll("\\s+", " ")).isEqualTo("- " + text);
  }

  @Test
  void paragraph_anyPlaceOfTheBreak_keepsNumbersAndUnitsTogether() throws IOException {
    for (int before = 70; before < Page.WIDTH; before++) {
      String text = "x".repeat(before) + " (9 %), 1 min 52.1 s and 3 ms. 4 shares";
      assertThat(paragraph("", text).lines())
          .noneMatch(line -> line.matches("(%|min|s|ms)\\b.*|%.*"))
          .allMatch(line -> line.length() <= Page.WIDTH);
    }
  }

  private static String paragraph(String first, String text) throws IOException {
    StringBuilder out = new StringBuilder();
    new Page(out).paragraph(first, text);
    return out.toString();
  }
}
