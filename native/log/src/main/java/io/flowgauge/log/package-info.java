/**
 * The event log: small time-stamped sets of named values, written so lightly that nobody has to
 * think before leaving the calls in a program, as [Gunter] §4 describes them.
 *
 * <p>An {@link io.flowgauge.log.EventSchema} says what an event of a type holds; {@link
 * io.flowgauge.log.write} logs events, {@link io.flowgauge.log.read} reads them again.
 *
 * <h2>The binary format, version 1</h2>
 *
 * <p>A log is a sequence of <em>blocks</em> and nothing else, so that logs can be appended to each
 * other, cut, sent and joined midway. A block belongs to one <em>stream</em>: what one thread of
 * one log wrote to one destination, in its order. Numbers are in the byte order of the writer,
 * which the block states; the reader converts. "Text" is a 16-bit length in bytes and that many
 * bytes of UTF-8.
 *
 * <p>The header of a block:
 *
 * <pre>
 *  at  bytes
 *   0   8    marker: FA 46 47 4C 0D 0A 1A 00. FA is no byte of UTF-8, so no text holds a marker
 *   8   1    version of the format: 1
 *   9   1    byte order of every number in the block: 1 little-endian, 2 big-endian
 *  10   1    kind: 1 events, 2 end of the stream (no payload; its counts are final)
 *  11   1    0
 *  12   4    B, bytes of body messages, at most 1 MiB
 *  16   8    log: a number drawn at random when the log was opened
 *  24   4    stream, counted from 0 in the log
 *  28   4    number of the block in its stream, counted from 0
 *  32   8    events of the stream in the blocks before this one
 *  40   8    events of the stream that were dropped before the block was written
 *  48   8    clock anchor: wall clock, nanoseconds since 1970-01-01T00:00:00Z
 *  56   8    clock anchor: monotonic clock at that moment, nanoseconds since any moment
 *  64   8    monotonic clock from which the first body message counts
 *  72   4    number of body messages
 *  76   4    I, bytes of the identity of the stream; 0 where it is left out
 *  80   4    H, bytes of header messages
 *  84   4    CRC-32C of identity and header messages
 *  88   4    CRC-32C of the body messages
 *  92   4    CRC-32C of bytes 0 to 91
 *  96   I    identity
 * 96+I  H    header messages
 *   ... B    body messages
 * </pre>
 *
 * <p>The identity is in the blocks 0, 1, 2, 4, 8, 16, 32 of a stream, in every 64th, and in the
 * first that goes into another file or over another connection; a stream of events that nobody
 * knows the source of has none. It is
 *
 * <pre>
 *   0   2    its length
 *   2   8    process id
 *  10   8    start of the process, nanoseconds since 1970-01-01T00:00:00Z; 0 if unknown
 *  18   8    thread id; 0 for a stream that many threads share
 *  26  text  host
 *      text  program
 *      text  name of the thread
 * </pre>
 *
 * <p>A header message describes a type of events. It is in the first block of a stream that has an
 * event of the type, and again in those that have the identity and events of the type. A type has
 * the same id in all streams of a log.
 *
 * <pre>
 *   0   2    its length
 *   2   2    type id, 1 to 65535
 *   4   2    F, number of fields
 *   6   2    C, number of constant fields
 *   8   2    position of the field that holds the lifeline, counted from 1; 0 for none
 *  10  text  name of the event
 *      F times: 1 byte type (1 int32, 2 int64, 3 float32, 4 float64, 5 string), text name
 *      C times: 1 byte type, text name, the value
 * </pre>
 *
 * <p>A body message is one event. Its first byte tells how the head is laid out:
 *
 * <pre>
 *  1 to 250  the type id; then 2 bytes: nanoseconds since the message before, unsigned
 *  254       then 1 byte type id; then 4 bytes: nanoseconds since the message before, unsigned
 *  255       then 1 byte 0, 2 bytes type id, 8 bytes monotonic clock
 * </pre>
 *
 * <p>After the head come the values without gaps: first all numbers in the order of their fields,
 * then all texts in the order of theirs. The wall clock of an event is its monotonic clock less the
 * anchor's plus the anchor's wall clock. Every message is shorter than 64 KiB.
 *
 * <h2>The files of rings, version 1</h2>
 *
 * <p>What is in no block yet lies in the rings of the threads that logged it. A folder, {@code
 * x.nlb.rings} beside a log {@code x.nlb}, holds for each time the log is open, S being a name no
 * other time has:
 *
 * <ul>
 *   <li>{@code S.lock}, an empty file that is locked as long as the log is open; only one who wants
 *       to take over the rest opens it;
 *   <li>{@code S.types}, the types of events;
 *   <li>{@code S-0.ring}, {@code S-1.ring} and so on, one for each thread that logs and some spare
 *       ones.
 * </ul>
 *
 * <p>All are deleted when the log is closed. Both kinds of files begin with
 *
 * <pre>
 *   0   4    FA 46 47 4C
 *   4   1    52 in a ring, 54 in a file of types
 *   5   3    0A 1A 00
 *   8   1    version: 1
 *   9   1    byte order of every number in the file: 1 little-endian, 2 big-endian
 *  10   2    0
 *  12   4    C, bytes of the ring, a power of two; 0 in a file of types
 *  16   8    log: the number its blocks have
 *  24   4    CRC-32C of bytes 0 to 23
 * </pre>
 *
 * <p>In a file of types there follow, each written before the first event of the type, any number
 * of
 *
 * <pre>
 *   0   4    CRC-32C of the header message
 *   4        the header message, as it is in blocks
 * </pre>
 *
 * <p>A ring has 16384 + C bytes, each of them written before there is a header, as a hole could not
 * be filled on a full disk. A file that begins with zeros is being made.
 *
 * <pre>
 *  128   8    tail: position after the last event, written after everything else of an event
 *  256   8    number of events of the stream that were dropped
 *  384  68    a state
 *  512  68    another state
 * 1024        the identity, as it is in blocks
 * 16384  C    the ring
 * </pre>
 *
 * <p>Positions count bytes without end; a position p is at byte 16384 + p mod C of the file. From
 * head to tail there are body messages, none of which wraps around: a zero byte where one could
 * begin says that the next is at the next multiple of C. A state tells the head:
 *
 * <pre>
 *   0   8    number of the state, counted from 1; 0 where there is none or it is being written
 *   8   8    head: position of the first message that is in no block
 *  16   8    events of the stream before that
 *  24   8    monotonic clock from which that message counts
 *  32   8    clock anchor: wall clock
 *  40   8    clock anchor: monotonic clock
 *  48   4    stream
 *  52   4    number of the next block of the stream
 *  56   4    bytes of the identity
 *  60   4    CRC-32C of the identity
 *  64   4    CRC-32C of bytes 0 to 63
 * </pre>
 *
 * <p>State n is at byte 512 if n is odd, else at 384. Of those whose checksum is right the one with
 * the higher number counts; a ring without any has no stream. The writer appends a block to the
 * log, then writes a state with the head after it, then gives the room before that head back. So a
 * process can die at any moment: the ring holds all that was logged since the head of the state,
 * and if the block with the state's number is in the log already, whole, its events are passed
 * over. A living process empties the ring while it is read: what lies between the head of the state
 * before and that of the state after reading is not used.
 */
package io.flowgauge.log;
