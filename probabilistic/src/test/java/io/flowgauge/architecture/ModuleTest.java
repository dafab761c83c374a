package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "module io.flowgauge.probabilistic",
        "requires transitive io.flowgauge.model",
        "requires org.apache.commons.numbers.gamma",
        "requires org.apache.commons.statistics.distribution",
        "provides io.flowgauge.spi.PredictionProvider with"
            + " io.flowgauge.probabilistic.PredictionService",
        "provides io.flowgauge.spi.RunningPredictionProvider with"
            + " io.flowgauge.probabilistic.live.RunningService",
        "provides io.flowgauge.spi.WorkflowPredictionProvider with"
            + " io.flowgauge.probabilistic.network.NetworkService");
  }
}
