package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "module io.flowgauge.opentelemetry",
        "requires com.fasterxml.jackson.core",
        "requires io.flowgauge.events",
        "requires io.opentelemetry.api",
        "requires io.opentelemetry.common",
        "requires io.opentelemetry.context",
        "requires io.opentelemetry.sdk.common",
        "requires io.opentelemetry.sdk.trace",
        "requires transitive io.flowgauge.log",
        "exports io.flowgauge.opentelemetry");
  }
}
