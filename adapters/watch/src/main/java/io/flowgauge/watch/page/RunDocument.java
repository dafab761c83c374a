package io.flowgauge.watch.page;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.flowgauge.live.LiveRun;
import io.flowgauge.live.LiveView;
import io.flowgauge.report.document.JsonDocument;
import io.flowgauge.report.html.ServedPage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/**
 * The data of one run, built again when the run has changed, with at most a tenth of a processor.
 * Thread-safe.
 */
final class RunDocument {
  private static final int REST = 9;

  private byte[] packed;
  private LiveView madeFor;
  private Optional<Outlook> madeWith = Optional.empty();
  private String trouble = "";
  private long notBefore = System.nanoTime();

  synchronized Optional<byte[]> packed(LiveRun run, Analyst analyst) throws IOException {
    Optional<LiveView> view = run.view();
    if (view.isPresent() && isDue(run, view.get(), analyst.outlook(run))) {
      long begin = System.nanoTime();
      make(run, view.get(), analyst.outlook(run));
      long end = System.nanoTime();
      notBefore = end + REST * (end - begin);
    }
    return Optional.ofNullable(packed);
  }

  private boolean isDue(LiveRun run, LiveView view, Optional<Outlook> outlook) {
    boolean isNew = madeFor != view || !madeWith.equals(outlook) || !trouble.equals(run.trouble());
    boolean isLast = view.isFinished() && (madeFor == null || !madeFor.isFinished());
    return isNew && (isLast || System.nanoTime() - notBefore >= 0);
  }

  private void make(LiveRun run, LiveView view, Optional<Outlook> outlook) throws IOException {
    trouble = run.trouble();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write("{\"live\":".getBytes(US_ASCII));
      JsonDocument.writeCompact(out, json -> new LiveData(json, run, view, outlook).write());
      out.write(",\"run\":".getBytes(US_ASCII));
      ServedPage.data(view.report(), out);
      out.write('}');
    }
    packed = bytes.toByteArray();
    madeFor = view;
    madeWith = outlook;
  }
}
