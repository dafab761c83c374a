package io.flowgauge.sites.node;

import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.sites.attend.Attendant;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.service.Responder;
import io.flowgauge.sites.wire.AttendReply;
import io.flowgauge.sites.wire.AttendRequest;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.SignedRequest;
import io.flowgauge.sites.wire.Subscription;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The program of a helper process: see {@link HelperProcess}. Its arguments are the place and the
 * user's folder for events.
 */
final class HelperMain {
  private HelperMain() {}

  /** Answers requests until its input ends. */
  public static void main(String[] args) throws IOException, RefusedException {
    PrintStream out = System.out;
    // Other output must not get between the replies.
    System.setOut(System.err);
    try (LocalMutator mutator = new LocalMutator(args[0], Instrumentation.providers(), args[1])) {
      serve(mutator, System.in, out);
    }
    System.exit(0);
  }

  private static void serve(LocalMutator mutator, InputStream from, OutputStream to)
      throws IOException {
    // Any identity will do: the node has checked the requests that it passes on.
    SpiffeId node = SpiffeId.parse("spiffe://local/hub/node");
    try (Attendant attendant =
        new Attendant(new Trusting(mutator), node, part -> write(part, to))) {
      InputStream in = new BufferedInputStream(from);
      AttendRequest request = AttendRequest.parseDelimitedFrom(in);
      while (request != null) {
        attendant.handle(request);
        request = AttendRequest.parseDelimitedFrom(in);
      }
    }
  }

  /** Performs requests without further checks. */
  private record Trusting(LocalMutator mutator) implements Responder {
    @Override
    public CompletableFuture<Reply> answer(
        SignedRequest request, SpiffeId peer, Duration timeLeft) {
      return mutator.perform(request, timeLeft);
    }

    @Override
    public EventSubscription subscribe(Subscription subscription, SpiffeId peer, EventTarget target)
        throws RefusedException {
      return mutator.subscribe(subscription, target);
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
