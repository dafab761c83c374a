package io.flowgauge.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.store.RunLabel;
import io.flowgauge.testsupport.Checkout;
import java.awt.Color;
import java.awt.Font;
import java.awt.GraphicsEnvironment;
import java.awt.image.BufferedImage;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.imageio.ImageIO;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script in {@code docs/lake} that draws a picture of a repository. */
class MakespansTest {
  private static final Instant BEGIN = Instant.parse("2026-11-01T08:00:00Z");

  @TempDir private Path folder;

  private static boolean hasFonts() {
    try {
      return new Font(Font.SANS_SERIF, Font.PLAIN, 12)
              .getStringBounds(
                  "a",
                  new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB)
                      .createGraphics()
                      .getFontRenderContext())
              .getWidth()
          > 0;
    } catch (RuntimeException | LinkageError e) {
      return false;
    }
  }

  private void fill(Path lake) throws Exception {
    try (LakeWriter writer = LakeWriter.open(lake)) {
      for (int k = 0; k < 40; k++) {
        RunRecorder recorder = Flowgauge.recorder("run " + k);
        Instant start = BEGIN.plusSeconds(3600L * k);
        recorder.record("a", EventType.ACTIVE, start, 1);
        recorder.record("a", EventType.COMPLETED, start.plusSeconds(100 + k), 1);
        writer.add(recorder.snapshot(), RunLabel.of("montage").version("" + k % 2));
      }
    }
  }

  @Test
  void picture_ofALake_showsEachVersion() throws Exception {
    System.setProperty("java.awt.headless", "true");
    assertThat(GraphicsEnvironment.isHeadless()).isTrue();
    assumeTrue(hasFonts(), "skipped: there are no fonts here");
    Path script = Checkout.root().resolve("docs/lake/Makespans.java");
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", folder.toString(), script.toString());
    assertThat(status).isZero();
    Path lake = folder.resolve("lake");
    fill(lake);
    Path picture = folder.resolve("makespans.png");
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      loader
          .loadClass("Makespans")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[] {"lake:" + lake, "montage", picture.toString()});
    }
    BufferedImage image = ImageIO.read(picture.toFile());
    assertThat(image.getWidth()).isEqualTo(1000);
    assertThat(hues(image)).as("colours of versions").hasSize(2);
  }

  @Test
  void script_usesTheLibrariesOfThisBuild() throws Exception {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> libraries =
        Files.readAllLines(Checkout.root().resolve("docs/lake/Makespans.java")).stream()
            .filter(line -> line.startsWith("//DEPS org."))
            .map(line -> line.replaceFirst(".*?:(.*):(.*)", "$1-$2.jar"))
            .toList();
    assertThat(libraries).hasSize(2).allMatch(path::contains);
  }

  /** Returns the hues of many points of a picture, in twelfths of the colour circle. */
  private static Set<Integer> hues(BufferedImage image) {
    Map<Integer, Integer> points = new HashMap<>();
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        Color color = new Color(image.getRGB(x, y));
        float[] hsb = Color.RGBtoHSB(color.getRed(), color.getGreen(), color.getBlue(), null);
        if (hsb[1] > 0.6) {
          points.merge(Math.round(hsb[0] * 12), 1, Integer::sum);
        }
      }
    }
    points.values().removeIf(count -> count < 200);
    return points.keySet();
  }
}
