package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.InstrumentationException;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStarts;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import java.time.Duration;
import java.util.List;

/** Reports process starts, which the Linux kernel announces to root. Thread-safe. */
public final class KernelStarts implements ProcessStarts {
  private static final int AT_ONCE = 1024;

  /** Creates a source; the library is loaded when it is opened. */
  public KernelStarts() {}

  @Override
  public Outcome<Watch> open() {
    return Shim.shared()
        .then(shim -> shim.watch().then(handle -> Outcome.done(new KernelWatch(shim, handle))));
  }

  private static final class KernelWatch implements Watch {
    private final Shim shim;
    private final long handle;
    private long lost;
    private boolean isClosed;

    KernelWatch(Shim shim, long handle) {
      this.shim = shim;
      this.handle = handle;
    }

    @Override
    public List<Long> next(Duration timeout) {
      int millis = (int) Math.max(1, Math.min(timeout.toMillis(), Integer.MAX_VALUE));
      Outcome<List<Long>> started = shim.awaitStarted(handle, AT_ONCE, millis);
      return started.value().orElseGet(() -> noneIfBufferFull(started.refusal().orElseThrow()));
    }

    /**
     * Returns no starts if the kernel's buffer was full, which is counted; fails for any other
     * reason.
     */
    private List<Long> noneIfBufferFull(Refusal refusal) {
      if (refusal.code() != RefusalCode.LIMIT) {
        throw new InstrumentationException(refusal);
      }
      lost++;
      return List.of();
    }

    @Override
    public long lost() {
      return lost;
    }

    @Override
    public synchronized void close() {
      if (!isClosed) {
        isClosed = true;
        shim.unwatch(handle);
      }
    }
  }
}
