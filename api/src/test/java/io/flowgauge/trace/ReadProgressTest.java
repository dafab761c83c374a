package io.flowgauge.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class ReadProgressTest {
  private static InputStream bytes(int count) {
    return new ByteArrayInputStream(new byte[count]);
  }

  @Test
  void share_whileReading_isThatOfTheBytes() throws Exception {
    ReadProgress progress = new ReadProgress();

    String read =
        progress.during(
            () -> {
              ReadProgress.counted(bytes(50)).readAllBytes(); // Read before the size is known.
              assertThat(progress.share()).isEmpty();
              ReadProgress.expect(200);
              assertThat(progress.share()).hasValue(0);
              InputStream in = ReadProgress.counted(bytes(100));
              in.read();
              in.readNBytes(29);
              assertThat(in.skip(20)).isEqualTo(20);
              assertThat(progress.share()).hasValue(0.25);
              assertThat(in.readAllBytes()).hasSize(50);
              assertThat(in.read()).isNegative();
              assertThat(progress.share()).hasValue(0.5);
              ReadProgress.counted(bytes(300)).readAllBytes();
              return "all";
            });

    assertThat(read).isEqualTo("all");
    assertThat(progress.share()).hasValue(1);
  }

  @Test
  void counted_nobodyFollows_isTheStreamItself() throws Exception {
    ReadProgress outer = new ReadProgress();
    ReadProgress inner = new ReadProgress();
    outer.during(
        () -> {
          ReadProgress.expect(10);
          assertThatThrownBy(
                  () ->
                      inner.during(
                          () -> {
                            ReadProgress.expect(20);
                            throw new IOException("damaged");
                          }))
              .hasMessage("damaged");
          return ReadProgress.counted(bytes(5)).readAllBytes();
        });
    assertThat(outer.share()).hasValue(0.5);
    assertThat(inner.share()).hasValue(0);

    InputStream in = bytes(1);
    ReadProgress.expect(1);
    assertThat(ReadProgress.counted(in)).isSameAs(in);
  }

  @Test
  void expect_negativeSize_isRefused() {
    assertThatThrownBy(() -> ReadProgress.expect(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("size is -1 bytes, expected 0 or more");
  }
}
