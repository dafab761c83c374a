package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "module io.flowgauge.log",
        "requires com.fasterxml.jackson.core",
        "requires io.flowgauge.netlogger",
        "requires java.xml",
        "requires org.objectweb.asm",
        "requires transitive io.flowgauge.api",
        "exports io.flowgauge.log",
        "exports io.flowgauge.log.format to io.flowgauge.activation",
        "exports io.flowgauge.log.plot",
        "exports io.flowgauge.log.read",
        "exports io.flowgauge.log.sink",
        "exports io.flowgauge.log.text",
        "exports io.flowgauge.log.trigger",
        "exports io.flowgauge.log.write",
        "uses io.flowgauge.log.sink.LogSinkProvider");
  }
}
