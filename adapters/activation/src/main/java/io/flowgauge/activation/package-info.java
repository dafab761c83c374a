/**
 * The activation service: switches on events of running applications at the request of consumers,
 * buffers the events on disk, and forwards them, as [Gunter] §5 describes.
 *
 * <p>Start at {@link io.flowgauge.activation.ActivationService}.
 *
 * <h2>What happens</h2>
 *
 * <p>A consumer asks for events. The service writes an entry into the trigger file that the
 * applications watch; they send it the events as blocks of the binary format, see {@code
 * io.flowgauge.log}. From each block, the service selects the events that each request asks for,
 * makes blocks of them, and appends those to the request's buffer. From there they go to the
 * consumer as fast as it takes them. When the request is cancelled, or its lease ends, the entry is
 * removed.
 *
 * <ul>
 *   <li>A slow or dead consumer holds up nobody: the buffer grows to its limit. Then, or if the
 *       disk is full, what is in the buffer stays and <em>new events are refused</em> and counted
 *       exactly: in the status, in each delivery, and in the {@code dropped} field of the blocks
 *       that follow.
 *   <li>The streams a consumer gets are its own: their logs have other numbers, and their blocks
 *       count from 0. So they can be merged with the application's own log, and a reader finds them
 *       complete. Their {@code dropped} holds what was refused, what the application dropped, and
 *       what was lost between the application and the service.
 *   <li>Requests, buffers and the places of all streams are on disk, and survive the death of the
 *       service at any moment, not that of the machine. The service tells each application how far
 *       it has got, by a number of 8 bytes, little-endian, of the bytes of this connection that it
 *       has taken; the application sends what was not told once more when it has connected again.
 *   <li>When a lease ends, what is buffered is kept for as long again. Every call about a request
 *       renews its lease, and so does a receiver that is connected. A service that is opened again
 *       renews all.
 *   <li>To a file every block is appended once, even if the service dies meanwhile.
 * </ul>
 *
 * <h2>Access</h2>
 *
 * <p>Consumers in other processes and on other machines ask by way of {@code io.flowgauge.sites},
 * which knows who they are. Applications send unencrypted, over a Unix socket in a folder that only
 * its owner can enter, or over a loopback address.
 */
package io.flowgauge.activation;
