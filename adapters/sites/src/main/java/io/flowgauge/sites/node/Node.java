package io.flowgauge.sites.node;

import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.irl.Irl;
import io.flowgauge.instrumentation.irl.IrlRequest;
import io.flowgauge.instrumentation.irl.ProcessSelector;
import io.flowgauge.sites.identity.GridMap;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.request.Documents;
import io.flowgauge.sites.request.Nonces;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.request.RequestAdmission;
import io.flowgauge.sites.service.Responder;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.Request;
import io.flowgauge.sites.wire.SignedRequest;
import io.flowgauge.sites.wire.Subscription;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Performs requests on the processes of this machine: those of its own user in this process and, if
 * it runs as root, those of other users in helper processes. Thread-safe.
 */
public final class Node implements Responder, AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger(Node.class.getName());
  private static final String ROOT = "root";

  private final String place;
  private final RequestAdmission admission;
  private final Nonces nonces;
  private final List<InstrumentationProvider> providers;
  private final String events;
  private final EventUsers eventUsers;
  private final String self = System.getProperty("user.name");
  private final Map<String, Mutator> mutators = new HashMap<>();

  /** A lock for each user, under which the user's mutator is started. */
  private final Map<String, Object> starts = new ConcurrentHashMap<>();

  private boolean closed;

  /**
   * Creates a node at a place, and resumes the requests for events that it had.
   *
   * @param events path of each user's folder for events, in which {@code ~} is the user's home and
   *     {@code %u} the user's name
   * @param state folder for the node's own data
   * @throws IOException if that folder cannot be read
   */
  public Node(
      String place,
      RequestAdmission admission,
      Clock clock,
      List<InstrumentationProvider> providers,
      String events,
      Path state)
      throws IOException {
    this.place = place;
    this.admission = admission;
    this.nonces = new Nonces(clock);
    this.providers = providers;
    this.events = events;
    this.eventUsers = new EventUsers(state);
    resumeEvents();
  }

  private void resumeEvents() {
    for (String user : eventUsers.all()) {
      try {
        mutator(user);
      } catch (RefusedException e) {
        LOGGER.log(
            System.Logger.Level.WARNING,
            "cannot resume requests for events of " + user + ": " + e.getMessage());
      }
    }
  }

  @Override
  public CompletableFuture<Reply> answer(SignedRequest signed, SpiffeId peer, Duration timeLeft) {
    try {
      RequestAdmission.Admitted admitted = admission.admit(signed, peer, this::check);
      if (admitted.request().hasRequestEvents()) {
        eventUsers.add(admitted.localUser());
      }
      return mutator(admitted.localUser()).perform(signed, timeLeft);
    } catch (RefusedException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public EventSubscription subscribe(Subscription subscription, SpiffeId peer, EventTarget target)
      throws RefusedException {
    RequestAdmission.Admitted admitted =
        admission.admit(subscription, peer, one -> checkPlaceAndUser(one, subscription));
    return mutator(admitted.localUser()).subscribe(subscription, target);
  }

  private void checkPlaceAndUser(RequestAdmission.Admitted admitted, Subscription subscription)
      throws RefusedException {
    if (!subscription.getPlace().equals(place)) {
      throw new RefusedException(
          RefusalCode.PERMISSION,
          "the subscription is to events of "
              + subscription.getPlace()
              + ", but this place is "
              + place);
    }
    checkPlaceAndUser(admitted);
  }

  private void check(RequestAdmission.Admitted admitted) throws RefusedException {
    Request request = admitted.request();
    checkPlaceAndUser(admitted);
    if (request.hasIrl() || request.hasIrlForSums()) {
      Irl irl = Documents.readIrl(Documents.irlOf(request));
      checkPids(request, irl);
      checkRights(admitted, irl);
    }
    nonces.register(request);
  }

  private void checkPlaceAndUser(RequestAdmission.Admitted admitted) throws RefusedException {
    Request request = admitted.request();
    if (!admitted.isFor(place)) {
      throw new RefusedException(
          RefusalCode.PERMISSION,
          "the request is for " + request.getPlacesList() + ", but this place is " + place);
    }
    if (!admitted.localUser().equals(self) && !self.equals(ROOT)) {
      throw new RefusedException(
          RefusalCode.PERMISSION,
          place
              + " serves only its own user "
              + self
              + ", not "
              + admitted.localUser()
              + ": only a node started by root serves other users");
    }
  }

  /** The same number means a different process on each machine. */
  private void checkPids(Request request, Irl irl) throws RefusedException {
    boolean areMany = irl.processes().stream().allMatch(ProcessSelector.Matching.class::isInstance);
    if (!areMany && !request.getPlacesList().equals(List.of(place))) {
      throw new RefusedException(
          RefusalCode.ARGUMENT,
          "a process given by its number, or a program to run, needs one place, such as "
              + place
              + ", but places are "
              + request.getPlacesList());
    }
  }

  private void checkRights(RequestAdmission.Admitted admitted, Irl irl) throws RefusedException {
    if (irl.requests().stream().anyMatch(Node::isOfChanges)) {
      checkRight(admitted, GridMap.Right.CHANGE, "change them");
    }
    if (irl.processes().stream().anyMatch(ProcessSelector.Launch.class::isInstance)
        || irl.requests().stream().anyMatch(Node::isOfPrograms)) {
      checkRight(admitted, GridMap.Right.RUN, "run programs");
    }
  }

  /** Includes undoing: another requester mapped to the same local user may have made the change. */
  private static boolean isOfChanges(IrlRequest request) {
    return request instanceof IrlRequest.MakeChange || request instanceof IrlRequest.UndoChange;
  }

  /** Another requester mapped to the same local user may have started the program. */
  private static boolean isOfPrograms(IrlRequest request) {
    return request instanceof IrlRequest.Resume
        || request instanceof IrlRequest.GetOutput
        || request instanceof IrlRequest.Terminate;
  }

  private void checkRight(RequestAdmission.Admitted admitted, GridMap.Right right, String what)
      throws RefusedException {
    if (!admitted.user().rights().contains(right)) {
      throw new RefusedException(
          RefusalCode.PERMISSION,
          admitted.request().getUser()
              + " may measure processes at "
              + place
              + ", but not "
              + what
              + ": its line in the grid-map lacks the word '"
              + right
              + "'");
    }
  }

  /**
   * Locks per user, because starting a helper may take long, and other users need not wait for it.
   */
  private Mutator mutator(String user) throws RefusedException {
    synchronized (starts.computeIfAbsent(user, any -> new Object())) {
      Optional<Mutator> known = findOpenMutator(user);
      return known.isPresent() ? known.get() : registerOrClose(user, start(user));
    }
  }

  private synchronized Optional<Mutator> findOpenMutator(String user) throws RefusedException {
    if (closed) {
      throw stoppingRefusal();
    }
    return Optional.ofNullable(mutators.get(user)).filter(Mutator::isOpen);
  }

  private Mutator start(String user) throws RefusedException {
    return user.equals(self)
        ? new LocalMutator(place, providers, events)
        : HelperProcess.start(user, place, events);
  }

  private Mutator registerOrClose(String user, Mutator made) throws RefusedException {
    synchronized (this) {
      if (!closed) {
        mutators.put(user, made);
        return made;
      }
    }
    made.close();
    throw stoppingRefusal();
  }

  private RefusedException stoppingRefusal() {
    return new RefusedException(RefusalCode.SYSTEM, place + " is shutting down");
  }

  /** Removes all sensors. */
  @Override
  public void close() {
    List<Mutator> open;
    synchronized (this) {
      closed = true;
      open = List.copyOf(mutators.values());
      mutators.clear();
    }
    open.forEach(Mutator::close);
  }
}
