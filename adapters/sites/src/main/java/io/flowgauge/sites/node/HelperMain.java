package io.flowgauge.sites.node;

import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.sites.attend.Attendant;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.wire.AttendReply;
import io.flowgauge.sites.wire.AttendRequest;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;

/** The program of a helper process: see {@link HelperProcess}. Its argument is the place. */
final class HelperMain {
  private HelperMain() {}

  /** Answers requests until its input ends. */
  public static void main(String[] args) throws IOException {
    PrintStream out = System.out;
    // Nothing else may get between the replies.
    System.setOut(System.err);
    try (LocalMutator mutator = new LocalMutator(args[0], Instrumentation.providers())) {
      serve(mutator, System.in, out);
    }
    System.exit(0);
  }

  private static void serve(LocalMutator mutator, InputStream from, OutputStream to)
      throws IOException {
    // The node has checked what it passes on.
    SpiffeId node = SpiffeId.parse("spiffe://local/hub/node");
    Attendant attendant =
        new Attendant(
            (request, peer, left) -> mutator.perform(request, left), node, part -> write(part, to));
    InputStream in = new BufferedInputStream(from);
    AttendRequest request = AttendRequest.parseDelimitedFrom(in);
    while (request != null) {
      attendant.take(request);
      request = AttendRequest.parseDelimitedFrom(in);
    }
  }

  private static void write(AttendReply part, OutputStream to) {
    try {
      part.writeDelimitedTo(to);
      to.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the node has ended", e);
    }
  }
}
