/**
 * The activation service: switches on events of running applications at the request of consumers,
 * buffers the events on disk, and forwards them, as [Gunter] §5 describes.
 *
 * <p>Start at {@link io.flowgauge.activation.ActivationService}; consumers in other processes start
 * at {@link io.flowgauge.activation.ActivationClient}.
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
 *       service at any moment, not that of the machine. What an application was sending at that
 *       moment is lost, and counts as missing when its next block arrives; events of the last block
 *       of each stream may be counted as missing although they are there.
 *   <li>When a lease ends, what is buffered is kept for as long again. Every call about a request
 *       renews its lease, and so does a receiver that is connected. A service that is opened again
 *       renews all.
 *   <li>To a file every block is appended once, even if the service dies meanwhile. A host gets
 *       every block; it may get the last ones before a connection broke twice, and readers of the
 *       format skip the repetition.
 * </ul>
 *
 * <h2>The protocol, version 1</h2>
 *
 * <p>A consumer connects by TCP or a Unix socket. Lines are JSON objects in UTF-8, ended by a line
 * feed; one from a consumer has at most 64 KiB, one from the service at most 4 MiB. A consumer
 * says:
 *
 * <pre>
 * {"version":1,"op":"request","request":{"id":"r1","event":"transfer.*","where":"BYTES&gt;=65536",
 *     "to":"connection","lease":600,"buffer":1073741824}}
 * {"version":1,"op":"cancel","id":"r1"}
 * {"version":1,"op":"list"}
 * {"version":1,"op":"status","id":"r1"}
 * {"version":1,"op":"receive","id":"r1","from":4096}
 * {"version":1,"op":"acknowledge","position":8192}
 * {"version":1,"op":"ping"}
 * </pre>
 *
 * <p>A request needs only id and event; {@code lease} is in seconds, {@code buffer} in bytes.
 * Requesting the same again renews it. The service answers, in the order of the lines:
 *
 * <pre>
 * {"status":{"request":{...},"active":true,"leaseLeft":600.0,"events":12,"waiting":4096,
 *     "refused":0,"missing":0,"failure":"..."}}                to request and status
 * {"cancelled":true}                                           to cancel
 * {"requests":[{...},...]}                                     to list: the status of each
 * {"pong":true}                                                to ping
 * {"error":"there is no request r1"}                           to what cannot be done
 * </pre>
 *
 * <p>After {@code receive}, deliveries keep coming, interleaved with other answers: a line,
 * followed directly by as many bytes as it says, which are whole blocks.
 *
 * <pre>
 * {"deliver":"r1","position":4096,"bytes":4096,"refused":0,"missing":0}
 * </pre>
 *
 * <p>A position is a number of bytes, counted from the beginning of the request. Deliveries follow
 * each other without a gap, unless a part of the buffer could not be read: then {@code position} is
 * beyond the end of the previous one. The consumer acknowledges the end of what is safe with it;
 * the service sends at most 4 MiB beyond that, and deletes what is acknowledged. Without {@code
 * from}, deliveries begin with what is not acknowledged. {@code acknowledge} has no answer. When a
 * request is over and everything is acknowledged, {@code {"ended":"r1"}} is the last line. A
 * connection receives one request, and a request has one receiver: when another takes over, the
 * first gets an error and is closed.
 *
 * <p>A line that is too long, or is not a JSON object, gets an error, and the connection is closed.
 * It is also closed, without an answer, after two minutes of silence; hence the ping, every half
 * minute. The service reads a line only after it has answered the previous ones and the consumer
 * has taken the answers.
 *
 * <h2>Access</h2>
 *
 * <p>Unix sockets and loopback addresses need no TLS. Who may open a Unix socket may make requests.
 * Any user of a machine can connect to its loopback addresses, so there every line of a consumer
 * has a member {@code token}, with the text of the file {@code token} in the folder of the service,
 * which only its owner can read; without it, the connection gets an error and is closed. Any other
 * address, and a host that events go to, needs TLS 1.2 or 1.3 with certificates on both sides;
 * consumers check that the service's certificate is for the host they called. Consumers that
 * connect by a socket may have files written only where the service allows it. Applications send
 * unencrypted, over a Unix socket in a folder that only its owner can enter, or over a loopback
 * address.
 */
package io.flowgauge.activation;
