package io.flowgauge.instrumentation.irl;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.TargetProcess;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KeptChangesTest {
  private static final IrlRequest.MakeChange SET =
      new IrlRequest.MakeChange(Change.set("unit:limit", 3));

  private final KeptChanges changes = new KeptChanges();
  private final List<String> undone = new ArrayList<>();
  private final InstrumentedProcess process =
      (InstrumentedProcess)
          Proxy.newProxyInstance(
              InstrumentedProcess.class.getClassLoader(),
              new Class<?>[] {InstrumentedProcess.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "process" -> TargetProcess.builder(4711, "solver").build();
                    case "change" -> change((Change) arguments[0]);
                    default -> throw new UnsupportedOperationException(method.getName());
                  });

  private Outcome<AppliedChange> change(Change change) {
    return change.target().name().equals("constant")
        ? Outcome.refused(RefusalCode.READ_ONLY, "is constant")
        : Outcome.done(new Applied(change, undone));
  }

  /** A change that records when it is undone; undoing "stuck" is refused. */
  private record Applied(Change change, List<String> undone) implements AppliedChange {
    @Override
    public Optional<Number> before() {
      return Optional.of(7L);
    }

    @Override
    public Duration took() {
      return Duration.ofNanos(5);
    }

    @Override
    public Outcome<AppliedChange> undo() {
      if (change.target().name().equals("stuck")) {
        return Outcome.refused(RefusalCode.CHANGED_SINCE, "has changed since");
      }
      undone.add(change.toString());
      return Outcome.done(this);
    }
  }

  private MadeChange made(IrlRequest.MakeChange request) {
    return ((RequestAnswer.Changed) changes.make(request, process)).made();
  }

  private List<MadeChange> all() {
    return ((RequestAnswer.Changes) changes.all()).made();
  }

  private static RefusalCode code(RequestAnswer answer) {
    return ((RequestAnswer.Refused) answer).refusal().code();
  }

  @Test
  void make_changes_areKnownByIdsOfTheirOwn() {
    MadeChange first = made(SET);
    MadeChange second = made(SET);
    assertThat(first.before()).contains(7L);
    assertThat(first.id()).isNotEqualTo(second.id());
    assertThat(all()).containsExactly(first, second);
  }

  @Test
  void undo_change_isOverAndUnknownThen() {
    MadeChange made = made(SET);
    IrlRequest.UndoChange undo = new IrlRequest.UndoChange(made.id());
    assertThat(changes.undo(undo, process)).isEqualTo(new RequestAnswer.Undone(made));
    assertThat(undone).containsExactly("set unit:limit = 3");
    assertThat(all()).isEmpty();
    assertThat(code(changes.undo(undo, process))).isEqualTo(RefusalCode.DETACHED);
    assertThat(undone).hasSize(1);
  }

  @Test
  void undo_thatIsRefused_keepsTheChange() {
    MadeChange made = made(new IrlRequest.MakeChange(Change.set("unit:stuck", 1)));
    RequestAnswer answer = changes.undo(new IrlRequest.UndoChange(made.id()), process);
    assertThat(code(answer)).isEqualTo(RefusalCode.CHANGED_SINCE);
    assertThat(all()).containsExactly(made);
  }

  @Test
  void make_thatIsRefused_keepsNothing() {
    RequestAnswer answer =
        changes.make(new IrlRequest.MakeChange(Change.set("unit:constant", 1)), process);
    assertThat(code(answer)).isEqualTo(RefusalCode.READ_ONLY);
    assertThat(answer.request()).isEqualTo(IrlRequest.Kind.CHANGE);
    assertThat(all()).isEmpty();
  }

  @Test
  void make_tooMany_isRefusedBeforeItHasAnEffect() {
    for (int k = 0; k < 4096; k++) {
      made(SET);
    }
    assertThat(code(changes.make(SET, process))).isEqualTo(RefusalCode.LIMIT);
    assertThat(all()).hasSize(4096);
    changes.forget();
    assertThat(all()).isEmpty();
  }
}
