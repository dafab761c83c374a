package io.flowgauge.model.core;

import io.flowgauge.model.trace.Remarks;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Region;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a recorder knew at one moment. What is only ever appended to is shared with the recorder,
 * and may hold more by now than counts here: ids, dependencies, events and assignments.
 */
@SuppressWarnings("ArrayRecordComponent") // Handed from recorder to assembly, never compared.
record Recorded(
    String name,
    IdIndex indices,
    Activity[] activities,
    long[] wallclocks,
    long[] ideals,
    int[] from,
    int[] to,
    int dependencies,
    EventLog.Prefix events,
    Assignments assignments,
    Map<Integer, List<Phase>> phases,
    Map<Integer, Map<PhaseType, Duration>> phaseTimes,
    List<Processor> processors,
    List<ServiceInterval> services,
    Region regions,
    long start,
    long makespan,
    TimeBase timeBase,
    Remarks remarks,
    List<Diagnostic> diagnostics) {

  /** Which attempt ran where, in the order it was told. */
  @SuppressWarnings("ArrayRecordComponent") // As above.
  record Assignments(int[] activities, int[] attempts, String[] processors, int count) {}
}
