/** The provider of dynamic instrumentation whose regions are the methods of Java processes. */
module io.flowgauge.instrumentation.jvm {
  requires transitive io.flowgauge.instrumentation.spi;
  requires io.flowgauge.clock;
  requires java.instrument;
  requires java.management;
  requires jdk.attach;
  requires org.objectweb.asm;

  exports io.flowgauge.instrumentation.jvm;

  provides io.flowgauge.instrumentation.InstrumentationProvider with
      io.flowgauge.instrumentation.jvm.JvmProvider;
}
