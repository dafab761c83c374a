/**
 * Where the blocks of a log go: files, directories, sockets, and whatever else a {@link
 * io.flowgauge.log.sink.LogSinkProvider} offers.
 *
 * <p>A destination receives nothing but whole blocks, one after the other, so that what a socket
 * gave, appended to a file, is a log. Start at {@link io.flowgauge.log.sink.LogDestination}.
 */
package io.flowgauge.log.sink;
