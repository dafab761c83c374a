package io.flowgauge.metrics.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Region;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;

/** Parallel sections whose members are sequences that use several processors in turn. */
class SectionOfBlocksTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Offset<Double> ROUNDING = within(1e-9);

  private final RunRecorder recorder = Flowgauge.recorder("blocks");

  SectionOfBlocksTest() {
    for (String processor : new String[] {"p", "q", "r"}) {
      recorder.processor(Processor.of(processor));
    }
    recorder.regions(Region.parallel(Region.sequence("a1", "a2"), Region.sequence("b1", "b2")));
    recorder.dependency("a1", "a2");
    recorder.dependency("b1", "b2");
  }

  private void ran(String activity, String processor, long begin, long end) {
    recorder.assign(activity, 1, processor);
    recorder.record(activity, EventType.ACTIVE, begin * SECOND, 1);
    recorder.record(activity, EventType.COMPLETED, end * SECOND, 1);
  }

  /** Levelling the processors would not shorten a sequence of 20 s. */
  @Example
  void loss_sequencesEquallyLong_isZero() {
    ran("a1", "p", 0, 10);
    ran("a2", "q", 10, 20);
    ran("b1", "r", 0, 10);
    ran("b2", "p", 10, 20);
    assertLoss(0, 0);
  }

  /** The section takes as long as its longest sequence, although no processor was busy so long. */
  @Example
  void loss_oneSequenceLonger_explainsItsTime() {
    ran("a1", "p", 0, 10);
    ran("a2", "q", 10, 20);
    ran("b1", "p", 10, 11);
    ran("b2", "r", 11, 12);
    double level = 22 / 3.0;
    assertLoss(level - 2, 20 - level);
  }

  private void assertLoss(double serialisation, double imbalance) {
    RegionOverheads total = Flowgauge.report(recorder.snapshot()).overheads().total();
    assertThat(seconds(total, OverheadClass.SERIALISATION)).isCloseTo(serialisation, ROUNDING);
    assertThat(seconds(total, OverheadClass.LOAD_IMBALANCE)).isCloseTo(imbalance, ROUNDING);
    assertThat(seconds(total, OverheadClass.UNIDENTIFIED)).isCloseTo(0, ROUNDING);
  }

  private static double seconds(RegionOverheads overheads, OverheadClass overhead) {
    return overheads.overhead(overhead).value();
  }

  @Property(tries = 300)
  void loss_anyRun_isNeverNegative(
      @ForAll @IntRange(min = 4, max = 20) int activities, @ForAll long seed) {
    RunReport report = Flowgauge.report(RandomRuns.of(activities, seed).run());
    for (RegionOverheads region : report.overheads().regions()) {
      for (OverheadClass loss : OverheadClass.LOSS_OF_PARALLELISM.children()) {
        assertThat(region.overhead(loss).orElse(0))
            .as(loss + " of " + region.region())
            .isGreaterThan(-1e-6);
      }
    }
  }
}
