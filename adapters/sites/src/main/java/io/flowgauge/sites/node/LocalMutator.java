package io.flowgauge.sites.node;

import com.google.protobuf.InvalidProtocolBufferException;
import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.irl.IrlAnswer;
import io.flowgauge.instrumentation.irl.IrlPerformer;
import io.flowgauge.instrumentation.irl.ProcessAnswer;
import io.flowgauge.instrumentation.irl.RequestAnswer;
import io.flowgauge.instrumentation.tracking.GroupProfile;
import io.flowgauge.sites.identity.FileErrors;
import io.flowgauge.sites.request.Documents;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.thread.Daemon;
import io.flowgauge.sites.wire.PlaceReply;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.Request;
import io.flowgauge.sites.wire.SignedRequest;
import io.flowgauge.sites.wire.Subscription;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Performs requests in this process, with the rights it has. Removes the sensors when the lease of
 * the last request is over. Thread-safe.
 */
final class LocalMutator implements Mutator {
  private static final System.Logger LOGGER = System.getLogger(LocalMutator.class.getName());
  private static final int THREADS = 8;

  private final String place;
  private final List<InstrumentationProvider> providers;
  private final NodeEvents events;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(THREADS, Daemon.named("work"));
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(Daemon.named("lease"));
  private final Map<String, IrlPerformer> performers = new HashMap<>();
  private ScheduledFuture<?> expiry;
  private long expiresNanos = Long.MIN_VALUE;
  private int underWay;
  private volatile boolean closed;

  /**
   * Creates a mutator, and resumes the requests for events that the folder holds.
   *
   * @param events folder for the user's events
   * @throws RefusedException if those requests cannot be resumed
   */
  LocalMutator(String place, List<InstrumentationProvider> providers, String events)
      throws RefusedException {
    this.place = place;
    this.providers = providers;
    try {
      this.events = new NodeEvents(events);
    } catch (IOException e) {
      throw new RefusedException(
          RefusalCode.SYSTEM,
          "cannot resume the requests for events: " + FileErrors.withReason(e).getMessage());
    }
  }

  @Override
  public CompletableFuture<Reply> perform(SignedRequest signed, Duration timeLeft) {
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    try {
      threads.execute(
          () -> {
            try {
              reply.complete(Reply.newBuilder().addPlaces(perform(signed)).build());
            } catch (RefusedException
                | InvalidProtocolBufferException
                | RuntimeException
                | Error e) {
              reply.completeExceptionally(e);
            }
          });
    } catch (RejectedExecutionException e) {
      reply.completeExceptionally(stopping());
    }
    return reply;
  }

  private PlaceReply perform(SignedRequest signed)
      throws RefusedException, InvalidProtocolBufferException {
    Request request = Request.parseFrom(signed.getRequest());
    if (request.hasRequestEvents() || request.hasListEvents() || request.hasCancelEvents()) {
      return PlaceReply.newBuilder().setPlace(place).setEvents(events.perform(request)).build();
    }
    IrlPerformer performer = begin(request);
    try {
      return answer(request, performer);
    } finally {
      end(Duration.ofSeconds(request.getLeaseSeconds()));
    }
  }

  @Override
  public EventSubscription subscribe(Subscription subscription, EventTarget target)
      throws RefusedException {
    try {
      Request grant = Request.parseFrom(subscription.getGrant().getRequest());
      return events.subscribe(subscription, grant, target);
    } catch (InvalidProtocolBufferException e) {
      throw new RefusedException(
          RefusalCode.ARGUMENT,
          "the request in the subscription cannot be read: " + e.getMessage());
    }
  }

  private synchronized IrlPerformer begin(Request request) throws RefusedException {
    if (closed) {
      throw stopping();
    }
    InstrumentationProvider provider =
        providers.stream()
            .filter(one -> one.name().equals(request.getProvider()))
            .findFirst()
            .orElseThrow(() -> unknown(request.getProvider()));
    underWay++;
    return performers.computeIfAbsent(provider.name(), name -> IrlPerformer.of(provider));
  }

  private RefusedException stopping() {
    return new RefusedException(RefusalCode.SYSTEM, place + " is shutting down");
  }

  private RefusedException unknown(String provider) {
    return new RefusedException(
        RefusalCode.ARGUMENT,
        "there is no provider '"
            + provider
            + "' at "
            + place
            + ", which has "
            + providers.stream()
                .map(InstrumentationProvider::name)
                .sorted()
                .collect(Collectors.joining(", ")));
  }

  private synchronized void end(Duration lease) {
    underWay--;
    expiresNanos = Math.max(expiresNanos, System.nanoTime() + lease.toNanos());
    if (!closed) {
      schedule();
    }
  }

  private void schedule() {
    if (expiry != null) {
      expiry.cancel(false);
    }
    long left = Math.max(1, expiresNanos - System.nanoTime());
    expiry = clock.schedule(this::expire, left, TimeUnit.NANOSECONDS);
  }

  private synchronized void expire() {
    if (underWay == 0 && System.nanoTime() >= expiresNanos) {
      performers.values().forEach(IrlPerformer::close);
      performers.clear();
      expiresNanos = Long.MIN_VALUE;
    }
  }

  private PlaceReply answer(Request request, IrlPerformer performer) throws RefusedException {
    PlaceReply.Builder reply = PlaceReply.newBuilder().setPlace(place);
    return switch (request.getOperationCase()) {
      case PING -> pingReply(performer.ping(), reply);
      case LIST_PROCESSES -> reply.setAnswer(Documents.write(list(performer))).build();
      case IRL ->
          reply
              .setAnswer(Documents.write(performer.perform(Documents.readIrl(request.getIrl()))))
              .build();
      case IRL_FOR_SUMS -> {
        IrlAnswer answer = performer.perform(Documents.readIrl(request.getIrlForSums()));
        yield reply
            .setSums(Documents.write(GroupProfile.sumOf(answer.profiles()), refusals(answer)))
            .build();
      }
      default -> throw new RefusedException(RefusalCode.ARGUMENT, "the request asks for nothing");
    };
  }

  private static PlaceReply pingReply(Outcome<String> ping, PlaceReply.Builder reply) {
    return ping.refusal()
        .map(refusal -> reply.setRefused(Documents.write(refusal)).build())
        .orElseGet(
            () -> reply.setAnswer(Documents.write(new IrlAnswer(List.of(), List.of()))).build());
  }

  private static IrlAnswer list(IrlPerformer performer) {
    return new IrlAnswer(
        List.<Refusal>of(),
        performer.processes().stream().map(one -> new ProcessAnswer(one, List.of())).toList());
  }

  /** Returns the processes in which something was refused, with their refusals only. */
  private static IrlAnswer refusals(IrlAnswer answer) {
    return new IrlAnswer(
        answer.notFound(),
        answer.processes().stream()
            .filter(one -> !one.refusals().isEmpty())
            .map(
                one ->
                    new ProcessAnswer(
                        one.process(),
                        one.answers().stream()
                            .filter(RequestAnswer.Refused.class::isInstance)
                            .toList()))
            .toList());
  }

  /** Takes no lock, so that it does not wait while sensors are being removed. */
  @Override
  public boolean isOpen() {
    return !closed;
  }

  /** Removes all sensors, and switches events off. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      clock.shutdownNow();
      threads.shutdown();
      performers.values().forEach(IrlPerformer::close);
      performers.clear();
    }
    try {
      events.close();
    } catch (IOException e) {
      LOGGER.log(System.Logger.Level.WARNING, "the requests for events did not close cleanly", e);
    }
  }
}
