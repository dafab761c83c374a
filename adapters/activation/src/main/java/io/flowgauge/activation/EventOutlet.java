package io.flowgauge.activation;

import io.flowgauge.activation.collect.Spool;
import io.flowgauge.activation.collect.SpoolChunk;
import java.io.Closeable;
import java.io.IOException;

/** An open way to a destination of events. Not thread-safe, except for closing. */
interface EventOutlet extends Closeable {
  /** Opens a way. */
  interface Opener {
    EventOutlet open(Spool spool) throws IOException, InterruptedException;
  }

  /** Position in the spool to continue from. */
  long position();

  /** Forwards blocks and acknowledges what is safe. */
  void forward(SpoolChunk chunk) throws IOException, InterruptedException;

  /** Called when there has been nothing to forward for some time. */
  void idle() throws IOException;
}
