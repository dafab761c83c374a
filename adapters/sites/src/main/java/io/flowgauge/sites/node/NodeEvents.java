package io.flowgauge.sites.node;

import io.flowgauge.activation.ActivationRequest;
import io.flowgauge.activation.ActivationService;
import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.activation.RequestStatus;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.identity.FileErrors;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.stream.EventMessages;
import io.flowgauge.sites.wire.EventStatuses;
import io.flowgauge.sites.wire.Request;
import io.flowgauge.sites.wire.Subscription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * Collects the events of one local user's applications, with that user's activation service.
 * Requests of different requesters mapped to this user are kept apart. Thread-safe.
 */
final class NodeEvents implements AutoCloseable {
  private static final String HOME = "~";
  private static final String USER = "%u";
  private static final String SERVICE = "service";

  private final Path folder;
  private ActivationService service;
  private NodeResources resources;

  /**
   * Opens the service of a folder if there are earlier requests, and resumes them.
   *
   * @param folder its path, in which {@code ~} is the user's home and {@code %u} the user's name
   * @throws IOException if they cannot be resumed
   */
  NodeEvents(String folder) throws IOException {
    this.folder =
        Path.of(
            (folder.startsWith(HOME)
                    ? System.getProperty("user.home") + folder.substring(HOME.length())
                    : folder)
                .replace(USER, System.getProperty("user.name")));
    if (Files.exists(this.folder.resolve(SERVICE))) {
      service();
    }
  }

  private synchronized ActivationService service() throws IOException {
    if (service == null) {
      Files.createDirectories(folder);
      Path triggers = folder.resolve("triggers");
      service = ActivationService.in(folder.resolve(SERVICE), triggers).open();
      resources = new NodeResources(triggers);
    }
    return service;
  }

  /** Performs a request, and returns the status of the requests for events that it concerns. */
  EventStatuses perform(Request request) throws RefusedException {
    try {
      return switch (request.getOperationCase()) {
        case REQUEST_EVENTS -> toEventStatuses(begin(request), request);
        case LIST_EVENTS -> list(request);
        case CANCEL_EVENTS -> cancel(request);
        default -> throw new IllegalArgumentException("no request for events");
      };
    } catch (IllegalArgumentException e) {
      throw new RefusedException(RefusalCode.ARGUMENT, "" + e.getMessage());
    } catch (IOException e) {
      throw refused(e);
    }
  }

  private RequestStatus begin(Request request) throws RefusedException, IOException {
    ActivationRequest wanted = EventMessages.readEvents(request);
    String name = EventMessages.nameOf(wanted.id(), request.getUser());
    return service().request(wanted.withId(name), EventMessages.first(request));
  }

  private EventStatuses list(Request request) throws IOException {
    String suffix = EventMessages.suffixOf(request.getUser());
    EventStatuses.Builder all = EventStatuses.newBuilder();
    for (RequestStatus status : service().requests()) {
      if (status.request().id().endsWith(suffix)) {
        all.addAllStatuses(toEventStatuses(status, request).getStatusesList());
      }
    }
    return all.build();
  }

  private EventStatuses cancel(Request request) throws RefusedException, IOException {
    String name = EventMessages.nameOf(request.getCancelEvents(), request.getUser());
    List<RequestStatus> before =
        service().requests().stream().filter(one -> one.request().id().equals(name)).toList();
    return service().cancel(name) && !before.isEmpty()
        ? toEventStatuses(before.get(0), request)
        : EventStatuses.getDefaultInstance();
  }

  /** Converts a status, with the name that the requester gave the request. */
  private static EventStatuses toEventStatuses(RequestStatus status, Request request) {
    String name = status.request().id();
    String id =
        name.substring(0, name.length() - EventMessages.suffixOf(request.getUser()).length());
    return EventStatuses.newBuilder()
        .addStatuses(EventMessages.write(status.withRequest(status.request().withId(id))))
        .build();
  }

  /** Delivers the events of the request that a grant has begun or renewed. */
  EventSubscription subscribe(Subscription subscription, Request grant, EventTarget target)
      throws RefusedException {
    try {
      String name = EventMessages.nameOf(grant.getRequestEvents().getId(), grant.getUser());
      if (EventMessages.first(grant) < service().first(name)) {
        throw new RefusedException(
            RefusalCode.PERMISSION,
            "request " + name + " was made again later; subscribe with the later request");
      }
      OptionalLong from =
          subscription.hasFrom() ? OptionalLong.of(subscription.getFrom()) : OptionalLong.empty();
      return service().deliver(name, from, target);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(RefusalCode.ARGUMENT, "" + e.getMessage());
    } catch (IOException e) {
      throw refused(e);
    }
  }

  private static RefusedException refused(IOException e) {
    return new RefusedException(RefusalCode.SYSTEM, "" + FileErrors.withReason(e).getMessage());
  }

  /** Switches the events off; the requests remain. */
  @Override
  public synchronized void close() throws IOException {
    if (service != null) {
      resources.close();
      service.close();
    }
  }
}
