package io.flowgauge.sites.stream;

import com.google.protobuf.UnsafeByteOperations;
import io.flowgauge.activation.ActivationRequest;
import io.flowgauge.activation.EventDelivery;
import io.flowgauge.activation.RequestStatus;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.wire.EventBlock;
import io.flowgauge.sites.wire.EventStatus;
import io.flowgauge.sites.wire.Request;
import io.flowgauge.sites.wire.RequestEvents;
import java.time.Duration;
import java.util.Optional;

/** Converts requests for events, their status and their blocks to messages and back. Stateless. */
public final class EventMessages {
  private static final int MILLIS_TO_POSITION = 20;
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

  private EventMessages() {}

  /** Writes a request, without its lease. */
  public static RequestEvents write(ActivationRequest request) {
    return RequestEvents.newBuilder()
        .setId(request.id())
        .setEvent(request.event())
        .setWhere(request.where())
        .setBufferBytes(request.bufferBytes())
        .build();
  }

  /**
   * Reads the part of a request that asks for events.
   *
   * @throws RefusedException if it is malformed
   */
  public static ActivationRequest readEvents(Request request) throws RefusedException {
    return read(request.getRequestEvents(), Duration.ofSeconds(request.getLeaseSeconds()));
  }

  private static ActivationRequest read(RequestEvents events, Duration lease)
      throws RefusedException {
    requireName(events.getId());
    try {
      return new ActivationRequest(
          events.getId(),
          events.getEvent(),
          events.getWhere(),
          ActivationRequest.CONNECTION,
          lease,
          events.getBufferBytes());
    } catch (IllegalArgumentException e) {
      throw new RefusedException(RefusalCode.ARGUMENT, "" + e.getMessage());
    }
  }

  private static void requireName(String id) throws RefusedException {
    if (!id.matches(NAME)) {
      throw new RefusedException(
          RefusalCode.ARGUMENT,
          "the name of a request must have 1 to 64 letters, digits, dots, underscores and hyphens,"
              + " and begin with a letter or digit, but is '"
              + id
              + "'");
    }
  }

  /**
   * Returns the name of a user's request among those of all users; no other user's request can have
   * it.
   *
   * @param id the name that the user gave it
   * @param user an identity
   * @throws RefusedException if one of them is malformed
   */
  public static String nameOf(String id, String user) throws RefusedException {
    requireName(id);
    return id + suffixOf(user);
  }

  /** Returns the suffix of the names of all requests of a user. */
  public static String suffixOf(String user) {
    SpiffeId requester = SpiffeId.parse(user);
    return "@" + requester.name() + "@" + requester.laboratory();
  }

  /** Returns the position of the first event of a stream that this request begins. */
  public static long first(Request request) {
    return request.getIssuedMillis() << MILLIS_TO_POSITION;
  }

  /** Writes a status. */
  public static EventStatus write(RequestStatus status) {
    return EventStatus.newBuilder()
        .setRequest(write(status.request()))
        .setLeaseMillis(status.request().lease().toMillis())
        .setActive(status.active())
        .setLeaseLeftMillis(status.leaseLeft().toMillis())
        .setEvents(status.events())
        .setWaitingBytes(status.waitingBytes())
        .setRefusedEvents(status.refusedEvents())
        .setMissingEvents(status.missingEvents())
        .setFailure(status.failure().orElse(""))
        .build();
  }

  /**
   * Reads a status.
   *
   * @throws RefusedException if it is malformed
   */
  public static RequestStatus read(EventStatus status) throws RefusedException {
    return new RequestStatus(
        read(status.getRequest(), Duration.ofMillis(status.getLeaseMillis())),
        status.getActive(),
        Duration.ofMillis(status.getLeaseLeftMillis()),
        status.getEvents(),
        status.getWaitingBytes(),
        status.getRefusedEvents(),
        status.getMissingEvents(),
        Optional.of(status.getFailure()).filter(text -> !text.isEmpty()));
  }

  static EventBlock write(EventDelivery delivery) {
    return EventBlock.newBuilder()
        .setPosition(delivery.begin())
        .setBlocks(UnsafeByteOperations.unsafeWrap(delivery.blocks())) // Never modified.
        .setRefusedEvents(delivery.refusedEvents())
        .setMissingEvents(delivery.missingEvents())
        .build();
  }

  static EventDelivery read(EventBlock block) {
    return new EventDelivery(
        block.getPosition(),
        block.getBlocks().asReadOnlyByteBuffer(),
        block.getRefusedEvents(),
        block.getMissingEvents());
  }
}
