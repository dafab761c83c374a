package io.flowgauge.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Processor time of the whole virtual machine for each operation, including collector and compiler;
 * on a shared machine, it is more meaningful than wall-clock time. Use it with {@code -prof
 * io.flowgauge.benchmarks.CpuProfiler}.
 */
public final class CpuProfiler implements InternalProfiler {
  private static final double NANOS_PER_MILLI = 1e6;

  private long before;

  /** Called by JMH. */
  public CpuProfiler() {}

  @Override
  public String getDescription() {
    return "processor time per operation, collector and compiler included";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = processorNanos();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double millis = (processorNanos() - before) / NANOS_PER_MILLI;
    double perOperation = millis / Math.max(1, result.getMetadata().getAllOps());
    return List.of(new ScalarResult("cpu", perOperation, "ms/op", AggregationPolicy.AVG));
  }

  private static long processorNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
