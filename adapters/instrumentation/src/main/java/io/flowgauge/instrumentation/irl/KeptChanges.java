package io.flowgauge.instrumentation.irl;

import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The changes of a process that have not been undone. Releasing the process undoes them, so they
 * are forgotten then. Ids are never reused, because a caller that has an old one may still ask for
 * it. Callers hold the process's lock.
 */
final class KeptChanges {
  private static final int MOST = 4096;

  private final Map<String, AppliedChange> made = new LinkedHashMap<>();

  RequestAnswer make(IrlRequest.MakeChange request, InstrumentedProcess process) {
    if (made.size() >= MOST) {
      return refused(
          request,
          RefusalCode.LIMIT,
          process,
          "has " + MOST + " changes already, which is the limit; undo some");
    }
    Outcome<AppliedChange> outcome = process.change(request.change());
    return outcome
        .refusal()
        .<RequestAnswer>map(refusal -> new RequestAnswer.Refused(request.kind(), refusal))
        .orElseGet(() -> new RequestAnswer.Changed(keep(outcome.orThrow())));
  }

  private MadeChange keep(AppliedChange change) {
    String id = UUID.randomUUID().toString();
    made.put(id, change);
    return MadeChange.of(id, change);
  }

  RequestAnswer undo(IrlRequest.UndoChange request, InstrumentedProcess process) {
    AppliedChange change = made.get(request.id());
    if (change == null) {
      return refused(
          request,
          RefusalCode.DETACHED,
          process,
          "has no change '"
              + request.id()
              + "': it was never made, or it was undone, at the latest when the process was"
              + " released");
    }
    Outcome<AppliedChange> outcome = change.undo();
    if (outcome.refusal().isPresent()) {
      return new RequestAnswer.Refused(request.kind(), outcome.refusal().get());
    }
    made.remove(request.id());
    return new RequestAnswer.Undone(MadeChange.of(request.id(), change));
  }

  private static RequestAnswer refused(
      IrlRequest request, RefusalCode code, InstrumentedProcess process, String what) {
    return new RequestAnswer.Refused(
        request.kind(), new Refusal(code, "process " + process.process().pid() + " " + what));
  }

  RequestAnswer all() {
    return new RequestAnswer.Changes(
        made.entrySet().stream()
            .map(each -> MadeChange.of(each.getKey(), each.getValue()))
            .toList());
  }

  void forget() {
    made.clear();
  }
}
