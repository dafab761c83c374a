package io.flowgauge.live;

import io.flowgauge.testsupport.Checkout;
import java.nio.file.Path;

/** Recorded runs. */
final class Samples {
  static final Path MONTAGE = Checkout.root().resolve("samples/montage");

  private Samples() {}
}
