package io.flowgauge.sites;

import io.flowgauge.activation.ActivationRequest;
import io.flowgauge.activation.RequestStatus;
import io.flowgauge.instrumentation.InstrumentationException;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.irl.Irl;
import io.flowgauge.instrumentation.irl.IrlAnswer;
import io.flowgauge.instrumentation.irl.ProcessSelector;
import io.flowgauge.instrumentation.tracking.GroupProfile;
import io.flowgauge.sites.forward.DialledService;
import io.flowgauge.sites.identity.Credentials;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.request.Documents;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.request.RequestSigner;
import io.flowgauge.sites.stream.EventMessages;
import io.flowgauge.sites.wire.EventStatus;
import io.flowgauge.sites.wire.ListEvents;
import io.flowgauge.sites.wire.ListProcesses;
import io.flowgauge.sites.wire.Ping;
import io.flowgauge.sites.wire.PlaceReply;
import io.flowgauge.sites.wire.Request;
import io.flowgauge.sites.wire.SignedRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/**
 * Sends requests for instrumentation and events to other machines, through a node, a site or a hub.
 *
 * <pre>{@code
 * try (Sites sites = Sites.connect(Path.of("alice"), "hub.example.org:14381")) {
 *   IrlAnswer answer =
 *       sites.perform(
 *           Irl.on(ProcessPattern.named("mProject*"))
 *               .attach()
 *               .instrument("libm.so*:sin*")
 *               .getProfile()
 *               .build());
 *   answer.profiles().forEach(System.out::println);
 * }
 * }</pre>
 *
 * At each place, sensors stay for the time of the {@link #lease} after this user's last request.
 * Immutable and thread-safe. The objects that {@link #at}, {@link #provider}, {@link #within} and
 * {@link #lease} return share the connection, and end when the first one is closed.
 */
public final class Sites implements AutoCloseable {
  private final Connection connection;
  private final Settings settings;

  /** The options of a request. */
  private record Settings(List<String> places, String provider, Duration within, Duration lease) {}

  /** The connection that requesters with different settings share. */
  private record Connection(
      String address, Credentials credentials, DialledService service, RequestSigner signer) {}

  private Sites(Connection connection, Settings settings) {
    this.connection = connection;
    this.settings = settings;
  }

  /**
   * Prepares requests to all places, with the native provider, half a minute for an answer and a
   * lease of ten minutes. The connection is made with the first request.
   *
   * @param identity folder with {@code key.pem}, {@code certificate.pem} and {@code authority.pem}
   *     of a user: see {@link Authority#issue}
   * @param address host and port of a node, a site or a hub
   * @return the requester, which the caller closes
   * @throws IOException if the identity cannot be read
   * @throws IllegalArgumentException if the address is malformed
   */
  public static Sites connect(Path identity, String address) throws IOException {
    Objects.requireNonNull(address, "address");
    Credentials credentials = Credentials.load(identity);
    DialledService service = dialled(credentials, address);
    return new Sites(
        new Connection(
            address, credentials, service, new RequestSigner(credentials, Clock.systemUTC())),
        new Settings(List.of("*"), "native", Duration.ofSeconds(30), Duration.ofMinutes(10)));
  }

  private static DialledService dialled(Credentials credentials, String address)
      throws IOException {
    try {
      return DialledService.of(
          address, address, credentials, id -> id.kind() != SpiffeId.Kind.USER);
    } catch (IOException | IllegalArgumentException e) {
      credentials.close();
      throw e;
    }
  }

  /**
   * Returns a requester for some places only.
   *
   * @param places {@code SITE/NODE}, or patterns with the wildcards {@code *} and {@code ?}; one or
   *     more. Requests for processes by number need exactly one place, without wildcards
   * @return a requester that shares this connection
   * @throws IllegalArgumentException if there is no place
   */
  public Sites at(String... places) {
    if (places.length == 0) {
      throw new IllegalArgumentException("a request needs at least one place, but has none");
    }
    return with(
        new Settings(List.of(places), settings.provider(), settings.within(), settings.lease()));
  }

  /**
   * Returns a requester that uses another provider.
   *
   * @param name {@code native}, or {@code jvm} for Java processes
   * @return a requester that shares this connection
   */
  public Sites provider(String name) {
    return with(
        new Settings(
            settings.places(),
            Objects.requireNonNull(name, "name"),
            settings.within(),
            settings.lease()));
  }

  /**
   * Returns a requester with another time limit for an answer. Each service on the way allows nine
   * tenths of the time it was given; places that do not answer in time are reported as refusals.
   *
   * @param time more than 0, up to ten minutes
   * @return a requester that shares this connection
   * @throws IllegalArgumentException if the time is out of range
   */
  public Sites within(Duration time) {
    return with(
        new Settings(
            settings.places(),
            settings.provider(),
            positive("time", time, Duration.ofMinutes(10)),
            settings.lease()));
  }

  /**
   * Returns a requester with another lease.
   *
   * @param time how long sensors stay without another request: 1 s to a day
   * @return a requester that shares this connection
   * @throws IllegalArgumentException if the time is out of range
   */
  public Sites lease(Duration time) {
    return with(
        new Settings(
            settings.places(),
            settings.provider(),
            settings.within(),
            positive("lease", time, Duration.ofDays(1))));
  }

  /** Returns how long sensors stay without another request. */
  Duration lease() {
    return settings.lease();
  }

  private static Duration positive(String name, Duration time, Duration most) {
    if (time.isNegative() || time.isZero() || time.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          name + " must be more than 0 and up to " + most + ", but is " + time);
    }
    return time;
  }

  private Sites with(Settings other) {
    return new Sites(connection, other);
  }

  /**
   * Performs a document at all its places.
   *
   * @param document the processes and the requests
   * @return one answer, as if one performer had reached all processes, ordered by place; the
   *     refusal of a place that refused is in {@link IrlAnswer#notFound}
   * @throws InstrumentationException if the service refuses, or cannot be reached
   */
  public IrlAnswer perform(Irl document) {
    return IrlAnswer.joined(performByPlace(document).stream().map(PlacedAnswer::answer).toList());
  }

  /**
   * Performs a document at all its places.
   *
   * @param document the processes and the requests
   * @return the answer of each place
   * @throws InstrumentationException if the service refuses, or cannot be reached
   */
  public List<PlacedAnswer> performByPlace(Irl document) {
    return answers(Request.newBuilder().setIrl(Documents.write(document)));
  }

  /**
   * Performs a document at all its places; profiles are summed by region on their way.
   *
   * @param document the processes and the requests
   * @return the sums of each site, and what was refused there
   * @throws InstrumentationException if the service refuses, or cannot be reached
   */
  public List<PlacedSums> sums(Irl document) {
    return send(Request.newBuilder().setIrlForSums(Documents.write(document))).stream()
        .map(this::sums)
        .toList();
  }

  /**
   * Returns this user's processes that can be instrumented.
   *
   * @return the processes of each place, without answers
   * @throws InstrumentationException if the service refuses, or cannot be reached
   */
  public List<PlacedAnswer> processes() {
    return answers(Request.newBuilder().setListProcesses(ListProcesses.getDefaultInstance()));
  }

  /**
   * Checks that places can be reached and accept this user's requests.
   *
   * @return an empty answer for each place that accepts them, the refusal for each that does not
   * @throws InstrumentationException if the service refuses, or cannot be reached
   */
  public List<PlacedAnswer> ping() {
    return answers(Request.newBuilder().setPing(Ping.getDefaultInstance()));
  }

  /**
   * Requests events at all places for the time of the {@link #lease}. Receiving events renews the
   * lease. Making the same request again renews it, and receives the events that nobody has
   * acknowledged.
   *
   * @param request which events; its own lease is ignored
   * @return a receiver, which the caller closes
   * @throws InstrumentationException if the service refuses, or cannot be reached
   * @throws IllegalArgumentException if the request is for a file
   */
  public RemoteEvents events(ActivationRequest request) {
    if (!request.to().equals(ActivationRequest.CONNECTION)) {
      throw new IllegalArgumentException(
          "to must be 'connection' for events of other machines, but is '" + request.to() + "'");
    }
    SignedRequest signed =
        signed(Request.newBuilder().setRequestEvents(EventMessages.write(request)));
    List<PlacedRequests> begun = send(signed).stream().map(Sites::requests).toList();
    return new RemoteEvents(connection.service(), signed, begun);
  }

  /**
   * Returns this user's requests for events.
   *
   * @return the requests at each place
   * @throws InstrumentationException if the service refuses, or cannot be reached
   */
  public List<PlacedRequests> eventRequests() {
    return send(Request.newBuilder().setListEvents(ListEvents.getDefaultInstance())).stream()
        .map(Sites::requests)
        .toList();
  }

  /**
   * Ends a request for events, and deletes what it has collected.
   *
   * @param id name of the request
   * @return its last status at each place that had it
   * @throws InstrumentationException if the service refuses, or cannot be reached
   */
  public List<PlacedRequests> cancelEvents(String id) {
    return send(Request.newBuilder().setCancelEvents(Objects.requireNonNull(id, "id"))).stream()
        .map(Sites::requests)
        .toList();
  }

  private static PlacedRequests requests(PlaceReply reply) {
    try {
      List<RequestStatus> all = new ArrayList<>();
      for (EventStatus status : reply.getEvents().getStatusesList()) {
        all.add(EventMessages.read(status));
      }
      return new PlacedRequests(
          reply.getPlace(),
          all,
          reply.hasEvents() ? Optional.empty() : Optional.of(refusal(reply)));
    } catch (RefusedException e) {
      return new PlacedRequests(
          reply.getPlace(),
          List.of(),
          Optional.of(new Refusal(e.refusal().code(), reply.getPlace() + ": " + e.getMessage())));
    }
  }

  /**
   * Returns a view of one place's processes as a provider, for code that works with local
   * providers.
   *
   * @return a provider with the chosen name, which attaches to processes at the chosen place
   */
  public InstrumentationProvider asProvider() {
    return new RemoteProvider(this, settings.provider());
  }

  /**
   * Starts a program at one place, which {@link #at} names; it is held before its main function
   * until its process is resumed.
   *
   * @param program what to start
   * @return the program, which the caller closes
   * @throws InstrumentationException if the place refuses, or cannot be reached
   */
  public RemoteProgram launch(ProcessSelector.Launch program) {
    return new RemoteProgram(RemoteProcess.launch(this, program));
  }

  private List<PlacedAnswer> answers(Request.Builder request) {
    return send(request).stream().map(this::answer).toList();
  }

  private SignedRequest signed(Request.Builder request) {
    request.addAllPlaces(settings.places()).setProvider(settings.provider());
    request.setLeaseSeconds(Math.max(1, settings.lease().toSeconds()));
    return connection.signer().sign(request, settings.within());
  }

  private List<PlaceReply> send(Request.Builder request) {
    return send(signed(request));
  }

  private List<PlaceReply> send(SignedRequest signed) {
    List<PlaceReply> replies;
    try {
      replies = connection.service().send(signed, settings.within()).join().getPlacesList();
    } catch (CompletionException e) {
      Refusal refusal = RefusedException.refusal(e.getCause());
      throw refused(refusal.code(), refusal.message());
    }
    if (replies.isEmpty()) {
      throw refused(
          RefusalCode.NO_TARGET,
          "found no place that matches " + String.join(" or ", settings.places()));
    }
    return replies;
  }

  private InstrumentationException refused(RefusalCode code, String message) {
    return new InstrumentationException(new Refusal(code, connection.address() + ": " + message));
  }

  private PlacedAnswer answer(PlaceReply reply) {
    try {
      return new PlacedAnswer(
          reply.getPlace(),
          reply.hasAnswer()
              ? Documents.readAnswer(reply.getAnswer(), reply.getPlace())
              : new IrlAnswer(List.of(refusal(reply)), List.of()));
    } catch (IOException e) {
      return new PlacedAnswer(reply.getPlace(), new IrlAnswer(List.of(unreadable(e)), List.of()));
    }
  }

  private PlacedSums sums(PlaceReply reply) {
    GroupProfile none = GroupProfile.sumOf(List.of());
    try {
      return reply.hasSums()
          ? new PlacedSums(
              reply.getPlace(),
              Documents.readSums(reply.getSums().getSums(), reply.getPlace()),
              Documents.readAnswer(reply.getSums().getRefusals(), reply.getPlace()).refusals())
          : new PlacedSums(reply.getPlace(), none, List.of(refusal(reply)));
    } catch (IOException e) {
      return new PlacedSums(reply.getPlace(), none, List.of(unreadable(e)));
    }
  }

  private static Refusal refusal(PlaceReply reply) {
    Refusal refusal =
        reply.hasRefused()
            ? Documents.read(reply.getRefused())
            : new Refusal(RefusalCode.SYSTEM, "it sent an answer of an unknown kind");
    return new Refusal(refusal.code(), reply.getPlace() + ": " + refusal.message());
  }

  private static Refusal unreadable(IOException e) {
    return new Refusal(RefusalCode.SYSTEM, "" + e.getMessage());
  }

  @Override
  public void close() {
    connection.service().close();
    connection.credentials().close();
  }

  @Override
  public String toString() {
    return "Sites["
        + connection.credentials().id()
        + " via "
        + connection.address()
        + ", "
        + settings.places()
        + "]";
  }
}
