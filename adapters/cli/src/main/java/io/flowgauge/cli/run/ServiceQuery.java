package io.flowgauge.cli.run;

import io.flowgauge.prediction.Law;
import java.util.List;

/**
 * The services of a prediction without a run.
 *
 * @param alike number of services, if they are alike
 * @param laws times of services that are named one by one; empty if they are alike
 */
record ServiceQuery(int alike, List<Law> laws) {

  int count() {
    return laws.isEmpty() ? alike : laws.size();
  }
}
