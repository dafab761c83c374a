package io.flowgauge.runlog;

import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.read.LogLoss;
import io.flowgauge.log.read.LogStream;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import java.util.List;

/** Reports the losses of a log as diagnostics. Stateless. */
final class LossRemarks {
  private static final int SHOWN = 20;

  private LossRemarks() {}

  /** Reports the losses known after all events have been read. */
  static void report(List<LogLoss> losses, RunRecorder into) {
    for (LogLoss loss : losses.subList(0, Math.min(SHOWN, losses.size()))) {
      into.diagnostic(
          Diagnostic.error(
              loss.file().getFileName() + " byte " + loss.offset(),
              loss.reason() + "; " + loss.bytes() + " bytes, " + loss.events() + " events lost"));
    }
    if (losses.size() > SHOWN) {
      into.diagnostic(
          Diagnostic.error("event log", losses.size() - SHOWN + " more places are damaged"));
    }
  }

  /** Reports the known losses of a stream. */
  static void report(LogStream stream, RunRecorder into) {
    reportDropped(stream, into);
    if (!stream.complete()) {
      into.diagnostic(
          Diagnostic.info(
              source(stream),
              "the log has no end for this source: it is still being written, or its writer was"
                  + " killed"));
    }
  }

  /** Reports what the writer of a stream dropped. */
  static void reportDropped(LogStream stream, RunRecorder into) {
    if (stream.dropped() > 0) {
      into.diagnostic(
          Diagnostic.error(
              source(stream), stream.dropped() + " events were dropped when they were logged"));
    }
  }

  private static String source(LogStream stream) {
    return stream.source().map(StreamIdentity::toString).orElse("an unknown source");
  }
}
