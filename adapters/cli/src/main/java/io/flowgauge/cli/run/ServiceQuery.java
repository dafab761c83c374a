package io.flowgauge.cli.run;

import io.flowgauge.prediction.Law;
import java.util.List;

/**
 * The services in a row of a question without a run.
 *
 * @param alike how many, if they are alike
 * @param laws the times of services that were named one by one; empty if they are alike
 */
record ServiceQuery(int alike, List<Law> laws) {

  int count() {
    return laws.isEmpty() ? alike : laws.size();
  }
}
