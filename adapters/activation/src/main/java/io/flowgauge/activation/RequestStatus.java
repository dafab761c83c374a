package io.flowgauge.activation;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The status of a request. Immutable and thread-safe.
 *
 * @param request the request
 * @param active whether events are collected; false once the lease has ended
 * @param leaseLeft time until the lease ends; for a request that is no longer active, time until
 *     its buffered events are deleted
 * @param events events buffered since the beginning, delivered or not
 * @param waitingBytes bytes that wait for the consumer
 * @param refusedEvents events that were wanted but for which there was no room
 * @param missingEvents events that applications could not log or that were lost on the way to the
 *     service; whether they would have been wanted is unknown
 * @param failure why the last attempt to buffer or forward failed, or empty if it succeeded
 */
public record RequestStatus(
    ActivationRequest request,
    boolean active,
    Duration leaseLeft,
    long events,
    long waitingBytes,
    long refusedEvents,
    long missingEvents,
    Optional<String> failure) {
  /**
   * Checks the parts.
   *
   * @param request the request
   * @param active whether events are collected
   * @param leaseLeft time until the lease ends
   * @param events events buffered
   * @param waitingBytes bytes that wait
   * @param refusedEvents events without room
   * @param missingEvents events that never came
   * @param failure the last failure
   */
  public RequestStatus {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(leaseLeft, "leaseLeft");
    Objects.requireNonNull(failure, "failure");
  }

  /**
   * Returns the same status with another request.
   *
   * @param newRequest the request
   * @return a status
   */
  public RequestStatus withRequest(ActivationRequest newRequest) {
    return new RequestStatus(
        newRequest, active, leaseLeft, events, waitingBytes, refusedEvents, missingEvents, failure);
  }
}
