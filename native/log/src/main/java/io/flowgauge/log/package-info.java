/**
 * The event log: small time-stamped sets of named values, as [Gunter] §4 describes them, so cheap
 * to log that the calls can stay in a production program.
 *
 * <p>An {@link io.flowgauge.log.EventSchema} says what an event of a type holds; {@link
 * io.flowgauge.log.write} logs events, {@link io.flowgauge.log.read} reads them back.
 *
 * <h2>The binary format, version 1</h2>
 *
 * <p>A log is a sequence of <em>blocks</em> and nothing else, so logs can be concatenated, cut and
 * sent, and a reader can start in the middle of one. A block belongs to one <em>stream</em>: what
 * one thread of one log wrote to one destination, in order. Numbers are in the byte order of the
 * writer, which the block states; the reader converts. A "text" is an unsigned 16-bit length in
 * bytes, followed by that many bytes of UTF-8. Lengths and offsets below are in bytes and decimal;
 * byte values of markers are hexadecimal.
 *
 * <p>The header of a block:
 *
 * <pre>
 *  at  bytes
 *   0   8    marker: FA 46 47 4C 0D 0A 1A 00. FA never occurs in UTF-8, so no text contains a marker
 *   8   1    version of the format: 1
 *   9   1    byte order of every number in the block: 1 little-endian, 2 big-endian
 *  10   1    kind: 1 events, 2 end of the stream (no payload; its counts are final)
 *  11   1    0
 *  12   4    B, length of the body messages, at most 1 MiB
 *  16   8    log: a random number drawn when the log was opened
 *  24   4    number of the stream in the log, counted from 0
 *  28   4    number of the block in its stream, counted from 0
 *  32   8    events of the stream in earlier blocks
 *  40   8    events of the stream dropped before this block was written
 *  48   8    clock anchor: wall clock, nanoseconds since 1970-01-01T00:00:00Z
 *  56   8    clock anchor: monotonic clock at that moment, nanoseconds from an arbitrary origin
 *  64   8    base time: monotonic clock to which the first body message is relative
 *  72   4    number of body messages
 *  76   4    I, length of the identity of the stream, at most 1 MiB; 0 if left out
 *  80   4    H, length of the header messages, at most 1 MiB
 *  84   4    CRC-32C of identity and header messages
 *  88   4    CRC-32C of the body messages
 *  92   4    CRC-32C of bytes 0 to 91
 *  96   I    identity
 * 96+I  H    header messages
 *   ... B    body messages
 * </pre>
 *
 * <p>The identity is in blocks 0, 1, 2, 4, 8, 16 and 32 of a stream, in every 64th, and in the
 * first block that goes into another file or over another connection. A stream of events of unknown
 * source has none. Layout of the identity:
 *
 * <pre>
 *   0   2    length of it all, these 2 bytes included
 *   2   8    process id
 *  10   8    start of the process, nanoseconds since 1970-01-01T00:00:00Z; 0 if unknown
 *  18   8    thread id; 0 for a stream that many threads share
 *  26  text  host
 *      text  program
 *      text  name of the thread
 * </pre>
 *
 * <p>A header message describes one event type. It is in the first block of a stream that has an
 * event of the type, and is repeated in every block that has both the identity and events of the
 * type. A type has the same id in all streams of a log.
 *
 * <pre>
 *   0   2    length of it all, these 2 bytes included
 *   2   2    type id, 1 to 65535
 *   4   2    F, number of fields
 *   6   2    C, number of constant fields
 *   8   2    position of the lifeline field, counted from 1; 0 if there is none
 *  10  text  name of the event
 *      F times: 1 byte type (1 int32, 2 int64, 3 float32, 4 float64, 5 string), text name
 *      C times: 1 byte type, text name, the value
 * </pre>
 *
 * <p>A body message is one event. Its first byte selects the layout of its head:
 *
 * <pre>
 *  1 to 250  is the type id; then 2 bytes: nanoseconds since the previous message, unsigned
 *  254       then 1 byte type id; then 4 bytes: nanoseconds since the previous message, unsigned
 *  255       then 1 byte 0, 2 bytes type id, 8 bytes monotonic clock
 * </pre>
 *
 * <p>For the first message of a block, "since the previous message" means since the base time in
 * the block's header. The values follow the head without gaps: first all numbers in field order,
 * then all texts in field order. The wall-clock time of an event is its monotonic time, minus the
 * anchor's monotonic clock, plus the anchor's wall clock. Every message is shorter than 64 KiB.
 *
 * <h2>Ring files, version 1</h2>
 *
 * <p>Events that are not in a block yet lie in the rings of the threads that logged them. The
 * folder {@code x.nlb.rings} next to a log {@code x.nlb} holds these files for each session, that
 * is, each time the log was opened; S is a name unique to the session:
 *
 * <ul>
 *   <li>{@code S.lock}, an empty file, locked while the log is open; only a process that wants to
 *       take over the other files opens it;
 *   <li>{@code S.types}, the event types;
 *   <li>{@code S-0.ring}, {@code S-1.ring} and so on: a ring for each thread that logs, and some
 *       spares.
 * </ul>
 *
 * <p>Closing the log deletes them all. Type files and ring files begin with this header:
 *
 * <pre>
 *   0   4    FA 46 47 4C
 *   4   1    52 in a ring file, 54 in a type file
 *   5   3    0A 1A 00
 *   8   1    version: 1
 *   9   1    byte order of every number in the file: 1 little-endian, 2 big-endian
 *  10   2    0
 *  12   4    C, capacity of the ring, a power of two; 0 in a type file
 *  16   8    log: the same number as in its blocks
 *  24   4    CRC-32C of bytes 0 to 23
 * </pre>
 *
 * <p>In a type file, any number of these records follow, each written before the first event of its
 * type:
 *
 * <pre>
 *   0   4    CRC-32C of the header message
 *   4        the header message, as in blocks
 * </pre>
 *
 * <p>A ring file has 16384 + C bytes. The writer writes all of them before the header, because a
 * hole could not be filled once the disk is full. A file that begins with zeros is not complete
 * yet. After the header:
 *
 * <pre>
 *  128   8    tail: position after the last event; written last, when the event is complete
 *  256   8    number of events of the stream that were dropped
 *  384  68    one state
 *  512  68    the other state
 * 1024        the identity, as in blocks
 * 16384  C    the ring
 * </pre>
 *
 * <p>Positions only ever increase; position p is at byte 16384 + (p mod C) of the file. From head
 * to tail there are body messages. No message wraps around: a zero byte in place of a message's
 * first byte, or the end of the ring, means that the next message is at the next multiple of C. A
 * state gives the head:
 *
 * <pre>
 *   0   8    number of the state, counted from 1; 0 if there is none or it is being written
 *   8   8    head: position of the first message that is not in a block
 *  16   8    events of the stream before the head
 *  24   8    base time: monotonic clock to which the message at the head is relative
 *  32   8    clock anchor: wall clock
 *  40   8    clock anchor: monotonic clock
 *  48   4    stream
 *  52   4    number of the next block of the stream
 *  56   4    length of the identity
 *  60   4    CRC-32C of the identity
 *  64   4    CRC-32C of bytes 0 to 63
 * </pre>
 *
 * <p>State n is at byte 512 if n is odd, at byte 384 if n is even. Of the states whose checksums
 * are right, the one with the higher number counts; if the other has a higher number still and a
 * wrong checksum, the ring is damaged. A ring without a state belongs to no stream.
 *
 * <p>The writer appends a block to the log, then writes a state whose head is after the block, and
 * only then reuses the room before that head. So a process can die at any moment: the ring holds
 * everything logged since the head of its state, and if the log already holds the whole block with
 * the state's block number, readers skip the events of that block. A living process may empty the
 * ring while it is being read: a reader reads the state before and after copying, and discards what
 * lies between the two heads.
 */
package io.flowgauge.log;
