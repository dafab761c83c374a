/**
 * The activation service: switches events of running applications on for whoever asks, buffers on
 * disk what they log, and passes it on, as [Gunter] §5 describes it.
 *
 * <p>Start at {@link io.flowgauge.activation.ActivationService}; consumers elsewhere at {@link
 * io.flowgauge.activation.ActivationClient}.
 *
 * <h2>What happens</h2>
 *
 * <p>A consumer asks for events. The service writes an entry into the trigger file that the
 * applications watch; they send it the events as blocks of the binary format, see {@code
 * io.flowgauge.log}. Of each block the service picks the events that each request is about, makes
 * blocks of them, and appends those to the buffer of the request. From there they go to the
 * consumer, whenever it takes them. When the request is cancelled, or its lease ends, the entry is
 * removed.
 *
 * <ul>
 *   <li>A slow or dead consumer holds up nobody: the buffer grows to its limit. Then, and on a full
 *       disk, what is in the buffer stays and <em>what comes is refused</em>, and counted to the
 *       event: in the status, in each delivery, and in the {@code dropped} field of the blocks that
 *       follow.
 *   <li>The streams a consumer gets are its own: logs of other numbers, blocks counted from 0. So
 *       they can be merged with the application's own log, and a reader finds them complete. Their
 *       {@code dropped} holds what was refused, what the application dropped, and what was lost
 *       between the application and the service.
 *   <li>Requests, buffers and the places of all streams are on disk, and survive the death of the
 *       service at any moment, not that of the machine. What was under way from an application is
 *       lost then, which shows as missing events when its next block comes; of the last block of
 *       each stream the events may be counted as missing though they are there.
 *   <li>When a lease ends, what is buffered is kept for as long again. Every call about a request
 *       renews its lease, and so does a receiver that is connected. A service that is opened again
 *       renews all.
 *   <li>To a file every block is appended once, even if the service dies meanwhile. A host gets
 *       every block, the last ones before a connection broke perhaps twice, which readers of the
 *       format pass over.
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
 * <p>Of a request only id and event must be there; {@code lease} is in seconds, {@code buffer} in
 * bytes. A request that is there already is renewed. The service answers, in the order of the
 * lines:
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
 * <p>After {@code receive} deliveries come, between other answers, without end: a line, and right
 * after it so many bytes, which are whole blocks.
 *
 * <pre>
 * {"deliver":"r1","position":4096,"bytes":4096,"refused":0,"missing":0}
 * </pre>
 *
 * <p>A position is the number of bytes of the request before it, from its beginning. Deliveries
 * follow each other without gap, unless a part of the buffer could not be read: then {@code
 * position} is beyond the end of the one before. The consumer acknowledges the end of what is safe
 * with it; the service sends at most 4 MiB beyond that, and deletes what is acknowledged. Without
 * {@code from} it begins with what is not acknowledged. {@code acknowledge} has no answer. When a
 * request is over and all acknowledged, {@code {"ended":"r1"}} is the last line. A connection
 * receives one request, a request has one receiver: another one takes over, and the first gets an
 * error and is closed.
 *
 * <p>What is no JSON object, or too long a line, is answered with an error and the end of the
 * connection. So is silence of two minutes, without an answer; hence the ping, every half minute.
 * The service reads a line only when those before are answered and the consumer has taken the
 * answers.
 *
 * <h2>Who may</h2>
 *
 * <p>Unix sockets and loopback addresses may be plain: whoever can connect to them may ask. Any
 * other address, and a host that events go to, needs TLS 1.2 or 1.3 with certificates on both
 * sides; consumers check that the service's is for the host they called. Consumers that come by a
 * socket may have files written only where the service allows it. Applications send without
 * protection, over a Unix socket in a folder of the owner alone, or a loopback address.
 */
package io.flowgauge.activation;
