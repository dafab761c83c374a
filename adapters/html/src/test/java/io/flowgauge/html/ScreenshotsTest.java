package io.flowgauge.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.testsupport.Browser;
import io.flowgauge.testsupport.Tab;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The screenshots in {@code docs/report} show the pages as they are. After a change that shows,
 *
 * <pre>
 * mvn -B -Dquick -pl adapters/html -am test -Dtest=ScreenshotsTest \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dflowgauge.screenshots=true
 * </pre>
 *
 * <p>makes them anew. Fonts differ from machine to machine, hence pictures are compared by the
 * brightness of blocks of them.
 */
class ScreenshotsTest {
  private static final int WIDTH = 1280;
  private static final int HEIGHT = 1040;
  private static final int BLOCK = 40;
  private static final long MOST_BYTES = 200_000;

  /** Mean difference of blocks, of 255: another font gives 2 or so, another run 10 or more. */
  private static final double TOLERANCE = 5;

  @TempDir private Path folder;

  private static Path picture(String sample) {
    return Pages.samples().resolveSibling("docs").resolve("report").resolve(sample + ".png");
  }

  private static RunReport[] reports(String sample) throws IOException {
    return switch (sample) {
      case "dft" -> new RunReport[] {Pages.sample("dft/loop.json")};
      case "montage-sites" ->
          new RunReport[] {
            Pages.sample("montage-sites/resources-1"),
            Pages.sample("montage-sites/resources-2"),
            Pages.sample("montage-sites/resources-5")
          };
      default -> new RunReport[] {Pages.sample(sample)};
    };
  }

  private byte[] shot(String sample) throws IOException {
    try (Tab tab = Browser.shared().open()) {
      Pages.show(tab.size(WIDTH, HEIGHT), Pages.write(folder, reports(sample)));
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "montage",
        "montage-sites",
        "povray",
        "povray-serial",
        "povray-slurm",
        "dft",
        "registration"
      })
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
  void comparison_ofOtherRun_findsDifference() throws Exception {
    byte[] povray = Files.readAllBytes(picture("povray"));
    byte[] dft = Files.readAllBytes(picture("dft"));

    assertThat(difference(povray, dft)).isGreaterThan(TOLERANCE);
  }
}
