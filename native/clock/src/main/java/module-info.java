/** The processor's time stamp counter, for those parts of Flowgauge that read the clock often. */
@SuppressWarnings("module") // The modules that see the counter come later in the build.
module io.flowgauge.clock {
  exports io.flowgauge.clock to
      io.flowgauge.instrumentation.jvm,
      io.flowgauge.log;
}
