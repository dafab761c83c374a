package io.flowgauge.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowgauge.Flowgauge;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.testsupport.QuietTab;
import io.flowgauge.testsupport.Tab;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page for readers who hear it, who use the keyboard, or who see colours differently. */
@ExtendWith(QuietTab.class)
class AccessibilityTest {
  /** Five times the smallest visible difference. */
  private static final double LEAST_DISTANCE = 0.1;

  private static final List<String> STATES =
      List.of("submitting", "waiting", "queuing", "processing", "suspended", "failed");
  private static final List<String> CLASSES =
      List.of("useful", "middleware", "parallelism", "activity", "unidentified");

  @TempDir private Path folder;
  private Tab tab;

  @BeforeEach
  void use(Tab opened) {
    tab = opened;
  }

  /**
   * Returns the rules of axe-core that the page breaks, such as names, roles and a contrast of 4.5.
   */
  private List<String> violations() throws IOException {
    try (InputStream axe = getClass().getResourceAsStream("/axe.min.js")) {
      tab.evaluate(new String(axe.readAllBytes(), UTF_8) + ";0");
    }
    JsonNode found =
        tab.evaluate(
            "axe.run().then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ' ' + n.html)))");
    List<String> violations = new ArrayList<>();
    found.forEach(each -> violations.add(each.asText()));
    return violations;
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void report_withEverythingOpen_breaksNoRule(String theme) throws Exception {
    tab.theme(theme);
    Pages.show(tab, Pages.write(folder, Pages.sample("povray")));
    tab.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })");
    tab.drawn();

    assertThat(violations()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void lanes_ofHosts_breakNoRule(String theme) throws Exception {
    RunRecorder recorder = HostLanesTest.recorder();
    HostLanesTest.load(recorder, "node1");
    tab.theme(theme);
    Pages.show(tab, Pages.write(folder, Flowgauge.report(recorder.snapshot())));
    tab.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })");
    tab.drawn();

    assertThat(violations()).isEmpty();
  }

  @Test
  void comparison_breaksNoRule() throws Exception {
    Pages.show(
        tab,
        Pages.write(
            folder,
            Pages.sample("montage-sites/resources-1"),
            Pages.sample("montage-sites/resources-5")));

    assertThat(violations()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void colours_withoutSomeCones_areDistinct(String theme) throws Exception {
    tab.theme(theme);
    Pages.show(tab, Pages.write(folder, Pages.sample("povray")));

    requireApart(css(STATES));
    requireApart(css(CLASSES));
    tab.click("#timeline [data-value=type]");
    tab.click("#timeline [data-value=activity]");
    requireApart(fills("#timeline .key .swatch:not(.line)"));
    requireApart(fills(".losses .swatch"));
  }

  private List<String> css(List<String> names) {
    return names.stream()
        .map(
            name ->
                tab.evaluate(
                        "(i => { i.style.color = 'var(--"
                            + name
                            + ")'; const c = getComputedStyle(i).color; i.remove();"
                            + " return c + ';none'; })"
                            + "(document.body.appendChild(document.createElement('i')))")
                    .asText())
        .toList();
  }

  /** Returns colours, each with its pattern. */
  private List<String> fills(String selector) {
    List<String> fills = new ArrayList<>();
    tab.evaluate(
            "[...document.querySelectorAll('"
                + selector
                + "')].map(e => getComputedStyle(e))"
                + ".map(s => s.backgroundColor + ';' + s.backgroundImage)")
        .forEach(fill -> fills.add(fill.asText()));
    assertThat(fills).hasSizeGreaterThan(2);
    return fills;
  }

  /** Asserts that fills differ visibly, unless they have different patterns. */
  private static void requireApart(List<String> fills) {
    for (ColorVision vision : ColorVision.values()) {
      for (int a = 0; a < fills.size(); a++) {
        for (int b = 0; b < a; b++) {
          String[] one = fills.get(a).split(";", -1);
          String[] other = fills.get(b).split(";", -1);
          if (one[1].equals(other[1])) {
            assertThat(vision.distance(one[0], other[0]))
                .as("%s: %s next to %s", vision, one[0], other[0])
                .isGreaterThan(LEAST_DISTANCE);
          }
        }
      }
    }
  }

  @Test
  void vision_withoutLongWaveCones_confusesRedAndGreen() {
    String red = "rgb(192, 90, 40)";
    String green = "rgb(113, 113, 38)";

    assertThat(ColorVision.NORMAL.distance(red, green)).isGreaterThan(0.1);
    assertThat(ColorVision.PROTANOPIA.distance(red, green)).isLessThan(0.06);
    assertThat(ColorVision.NORMAL.distance("rgb(0,0,0)", "rgb(255,255,255)")).isBetween(0.99, 1.01);
  }
}
