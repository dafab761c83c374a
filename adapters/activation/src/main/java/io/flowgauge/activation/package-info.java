/**
 * The activation service: switches on events of running applications at the request of consumers,
 * buffers the events on disk, and forwards them, as [Gunter] §5 describes.
 *
 * <p>Start at {@link io.flowgauge.activation.ActivationService}.
 *
 * <h2>What happens</h2>
 *
 * <p>A consumer requests events. The service writes an entry into the trigger file that the
 * applications watch; they send it the events as blocks of the binary format (see {@code
 * io.flowgauge.log}). From each block, the service selects the events that each request asks for,
 * makes blocks of them, and appends those to the request's buffer. From there they go to the
 * consumer as fast as it takes them. When the request is cancelled, or its lease ends, the entry is
 * removed.
 *
 * <ul>
 *   <li>A slow or dead consumer delays nobody else: its buffer grows up to its limit. Then, or if
 *       the disk is full, what is in the buffer stays and <em>new events are refused</em> and
 *       counted exactly: in the status, in each delivery, and in the {@code dropped} field of the
 *       blocks that follow.
 *   <li>A consumer gets its own streams: their logs have other numbers, and their blocks count from
 *       0. So they can be merged with the application's own log, and a reader finds them complete.
 *       Their {@code dropped} field counts what was refused, what the application dropped, and what
 *       was lost between the application and the service.
 *   <li>Requests, buffers and the positions of all streams are on disk. They survive the death of
 *       the service at any moment, but not that of the machine. The service reports its progress to
 *       each application as an 8-byte little-endian number: the bytes of this connection that it
 *       has taken. After reconnecting, the application sends again what was not reported as taken.
 *   <li>When a lease ends, buffered events are kept for the same time again. Every call about a
 *       request renews its lease, and so does a connected receiver. A service that is opened again
 *       renews all leases.
 *   <li>Every block is appended to a file exactly once, even if the service dies in between.
 * </ul>
 *
 * <h2>Access</h2>
 *
 * <p>Consumers in other processes and on other machines send their requests through {@code
 * io.flowgauge.sites}, which authenticates them. Applications send unencrypted, over a Unix socket
 * in a folder that only its owner can enter, or over a loopback address.
 */
package io.flowgauge.activation;
