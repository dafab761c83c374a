/**
 * Reads time from the processor's time stamp counter, for parts of Flowgauge that read the clock
 * often.
 */
@SuppressWarnings("module") // The modules that may use the counter are built later.
module io.flowgauge.clock {
  exports io.flowgauge.clock to
      io.flowgauge.instrumentation.jvm,
      io.flowgauge.log;
}
