package io.flowgauge.activation;

import io.flowgauge.log.trigger.Condition;
import io.flowgauge.log.trigger.TriggerEntry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * A consumer's request to the activation service: which events it wants, and where they go.
 * Immutable and thread-safe.
 *
 * <pre>{@code
 * ActivationRequest.of("large", "transfer.*").where("BYTES>=65536").lease(Duration.ofHours(1))
 * }</pre>
 *
 * @param id name of the request: 1 to 256 letters, digits, {@code .}, {@code _}, {@code -} and
 *     {@code @}, the first a letter or digit
 * @param event name of an event, a prefix followed by {@code *}, or {@code *} for all events
 * @param where conditions such as {@code BYTES>=65536}, joined by {@code &}, all of which must
 *     hold; empty for none
 * @param to where the events go: {@code connection}, to the consumer that receives them from the
 *     service; {@code file:PATH}, appended to a file
 * @param lease how long the request is active unless it is renewed; every call about it renews it
 * @param bufferBytes most bytes to keep for the consumer, at least 1 MiB
 */
public record ActivationRequest(
    String id, String event, String where, String to, Duration lease, long bufferBytes) {
  /** Where events go by default: to the consumer that receives them from the service. */
  public static final String CONNECTION = "connection";

  private static final Duration DEFAULT_LEASE = Duration.ofMinutes(10);
  private static final Duration MAX_LEASE = Duration.ofDays(366);
  private static final long DEFAULT_BUFFER = 1L << 30;
  private static final long MIN_BUFFER = 1L << 20;
  private static final int MAX_TEXT = 1024;

  /**
   * Checks the parts.
   *
   * @param id name of the request
   * @param event which events
   * @param where conditions
   * @param to where they go
   * @param lease for how long
   * @param bufferBytes most bytes to keep
   * @throws IllegalArgumentException if a part is not as described
   */
  public ActivationRequest {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(event, "event");
    Objects.requireNonNull(where, "where");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(lease, "lease");
    require(
        id.matches("[A-Za-z0-9][A-Za-z0-9._@-]{0,255}"),
        "id",
        "1 to 256 letters, digits, '.', '_', '-' or '@', the first a letter or digit",
        id);
    require(isShort(event) && hasStarAtEndOnly(event), "event", "a name, a prefix* or *", event);
    require(isShort(where), "where", "at most 1024 characters", where);
    conditions(where);
    RequestDestination.parse(to);
    boolean allowed =
        lease.compareTo(Duration.ofSeconds(1)) >= 0 && lease.compareTo(MAX_LEASE) <= 0;
    require(allowed, "lease", "1 second to 366 days", lease);
    require(bufferBytes >= MIN_BUFFER, "bufferBytes", "at least " + MIN_BUFFER, bufferBytes);
  }

  private static void require(boolean holds, String name, String rule, Object actual) {
    if (!holds) {
      throw new IllegalArgumentException(name + " must be " + rule + ", was '" + actual + "'");
    }
  }

  private static boolean isShort(String text) {
    return text.length() <= MAX_TEXT;
  }

  private static boolean hasStarAtEndOnly(String event) {
    int star = event.indexOf('*');
    return !event.isEmpty() && (star < 0 || star == event.length() - 1);
  }

  private static List<Condition> conditions(String where) {
    return where.isEmpty()
        ? List.of()
        : Arrays.stream(where.split("&", -1)).map(Condition::parse).toList();
  }

  /**
   * Makes a request without conditions, whose events are received from the service, with a lease of
   * ten minutes and a buffer of 1 GiB.
   *
   * @param id name of the request
   * @param event name of an event, a prefix followed by {@code *}, or {@code *} for all events
   * @return a request
   * @throws IllegalArgumentException if id or event is not as described
   */
  public static ActivationRequest of(String id, String event) {
    return new ActivationRequest(id, event, "", CONNECTION, DEFAULT_LEASE, DEFAULT_BUFFER);
  }

  /**
   * Makes such a request with a unique name.
   *
   * @param event name of an event, a prefix followed by {@code *}, or {@code *} for all events
   * @return a request
   * @throws IllegalArgumentException if event is not as described
   */
  public static ActivationRequest of(String event) {
    return of("flowgauge-" + UUID.randomUUID(), event);
  }

  /**
   * Copies the request with another name.
   *
   * @param name as described
   * @return a request
   * @throws IllegalArgumentException if it is not as described
   */
  public ActivationRequest withId(String name) {
    return new ActivationRequest(name, event, where, to, lease, bufferBytes);
  }

  /**
   * Copies the request with other conditions.
   *
   * @param conditions joined by {@code &}, empty for none
   * @return a request
   * @throws IllegalArgumentException if they are malformed
   */
  public ActivationRequest where(String conditions) {
    return new ActivationRequest(id, event, conditions, to, lease, bufferBytes);
  }

  /**
   * Copies the request with another destination.
   *
   * @param destination {@code connection} or {@code file:PATH}
   * @return a request
   * @throws IllegalArgumentException if it is malformed
   */
  public ActivationRequest to(String destination) {
    return new ActivationRequest(id, event, where, destination, lease, bufferBytes);
  }

  /**
   * Copies the request with another lease.
   *
   * @param duration 1 second to 366 days
   * @return a request
   * @throws IllegalArgumentException if it is out of range
   */
  public ActivationRequest lease(Duration duration) {
    return new ActivationRequest(id, event, where, to, duration, bufferBytes);
  }

  /**
   * Copies the request with another buffer limit.
   *
   * @param bytes most bytes to keep for the consumer, at least 1 MiB
   * @return a request
   * @throws IllegalArgumentException if it is below 1 MiB
   */
  public ActivationRequest buffer(long bytes) {
    return new ActivationRequest(id, event, where, to, lease, bytes);
  }

  RequestDestination destination() {
    return RequestDestination.parse(to);
  }

  /** The trigger entry that sends the request's events to an address. */
  TriggerEntry entry(String address) {
    return new TriggerEntry(event, conditions(where), address, Optional.of(id));
  }
}
