package io.flowgauge.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.testsupport.Browser;
import io.flowgauge.testsupport.Tab;
import io.flowgauge.trace.RunSource;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The screenshots in {@code docs/report} show the current pages. After a visible change,
 *
 * <pre>
 * mvn -B -Dquick -pl adapters/report -am test -Dtest=ScreenshotsTest \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dflowgauge.screenshots=true
 * </pre>
 *
 * <p>takes them again. Fonts differ between machines, so pictures are compared by the brightness of
 * their blocks.
 */
class ScreenshotsTest {
  private static final int WIDTH = 1280;
  private static final int HEIGHT = 1040;
  private static final int BLOCK = 40;
  private static final long MOST_BYTES = 200_000;

  /**
   * Most mean difference of blocks, out of 255: another font gives about 2, another run 10 or more.
   */
  private static final double TOLERANCE = 5;

  private static final Set<String> LOGS = Set.of("file-server", "transfers");

  @TempDir private Path folder;

  private static Path picture(String sample) {
    return Pages.samples().resolveSibling("docs").resolve("report").resolve(sample + ".png");
  }

  private Path page(String sample) throws IOException {
    return switch (sample) {
      case "dft" -> Pages.write(folder, Pages.sample("dft/loop.json"));
      case "dft-sites" -> comparison(sample, "A", "B", "C", "AB", "ABC");
      case "movie-versions" -> comparison(sample, "frames", "lowrate", "fine", "halves");
      case "montage-sites" ->
          Pages.write(
              folder,
              Pages.sample("montage-sites/resources-1"),
              Pages.sample("montage-sites/resources-2"),
              Pages.sample("montage-sites/resources-5"));
      default -> Pages.write(folder, Pages.sample(sample));
    };
  }

  private Path comparison(String sample, String... names) throws IOException {
    List<RunGroup> groups = new ArrayList<>();
    for (String name : names) {
      List<RunValues> runs = new ArrayList<>();
      for (RunSource run : Flowgauge.runsIn(Pages.samples().resolve(sample).resolve(name))) {
        runs.add(RunValues.of(Flowgauge.report(run.read()), List.of()));
      }
      groups.add(new RunGroup(name, runs));
    }
    StringBuilder html = new StringBuilder();
    new HtmlComparison().render(Flowgauge.compare(groups), html);
    return Files.writeString(folder.resolve("comparison.html"), html, UTF_8);
  }

  private byte[] shot(String sample) throws IOException {
    try (Tab tab = Browser.shared().open()) {
      tab.theme(sample.equals("dft-sites") ? "dark" : "light");
      Pages.show(tab.size(WIDTH, HEIGHT), page(sample));
      return tab.screenshot();
    }
  }

  private static double[] blocks(byte[] png) throws IOException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
    assertThat(List.of(image.getWidth(), image.getHeight())).containsExactly(WIDTH, HEIGHT);
    int columns = WIDTH / BLOCK;
    double[] blocks = new double[columns * (HEIGHT / BLOCK)];
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++) {
        int rgb = image.getRGB(x, y);
        double sum = (rgb >> 16 & 0xff) + (rgb >> 8 & 0xff) + (rgb & 0xff);
        blocks[y / BLOCK * columns + x / BLOCK] += sum / 3 / (BLOCK * BLOCK);
      }
    }
    return blocks;
  }

  private static double difference(byte[] one, byte[] other) throws IOException {
    double[] a = blocks(one);
    double[] b = blocks(other);
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += Math.abs(a[k] - b[k]);
    }
    return sum / a.length;
  }

  /** Returns the folders of runs; the others hold event logs. */
  static List<String> samples() throws IOException {
    try (Stream<Path> folders = Files.list(Pages.samples())) {
      return folders
          .filter(Files::isDirectory)
          .map(folder -> folder.getFileName().toString())
          .filter(name -> !LOGS.contains(name))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void screenshot_ofSample_isCurrent(String sample) throws Exception {
    byte[] now = shot(sample);
    if (Boolean.getBoolean("flowgauge.screenshots")) {
      Files.createDirectories(picture(sample).getParent());
      Files.write(picture(sample), now);
    }

    byte[] committed = Files.readAllBytes(picture(sample));

    assertThat(committed).hasSizeLessThan((int) MOST_BYTES);
    assertThat(difference(committed, now)).isLessThan(TOLERANCE);
  }

  @Test
  void pictures_areThoseOfSamples_andShown() throws Exception {
    String shown = Files.readString(picture("montage").resolveSibling("README.md"), UTF_8);

    try (Stream<Path> files = Files.list(picture("montage").getParent())) {
      assertThat(files.map(file -> file.getFileName().toString()).filter(f -> f.endsWith(".png")))
          .containsExactlyInAnyOrderElementsOf(samples().stream().map(s -> s + ".png").toList())
          .allSatisfy(file -> assertThat(shown).contains("(" + file + ")"));
    }
  }

  @Test
  void comparison_ofOtherRun_findsDifference() throws Exception {
    byte[] povray = Files.readAllBytes(picture("povray"));
    byte[] dft = Files.readAllBytes(picture("dft"));

    assertThat(difference(povray, dft)).isGreaterThan(TOLERANCE);
  }
}
