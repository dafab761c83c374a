package io.flowgauge.activation;

import java.io.Closeable;
import java.io.IOException;

/** A way to where events go. Not thread-safe, but for closing. */
interface Outlet extends Closeable {
  /** Opens a way. */
  interface Opener {
    Outlet open(Spool spool) throws IOException, InterruptedException;
  }

  /** Position of the spool to go on from. */
  long position();

  /** Passes blocks on, and acknowledges what is safe. */
  void forward(SpoolChunk chunk) throws IOException, InterruptedException;

  /** Called when there was nothing to pass on for some time. */
  void idle() throws IOException;
}
