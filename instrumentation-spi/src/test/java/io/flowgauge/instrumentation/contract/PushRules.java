package io.flowgauge.instrumentation.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.instrumentation.PushOptions;
import io.flowgauge.instrumentation.Subscription;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules for push mode ([Truong] Fig. 3). */
@SuppressWarnings("try") // Pushed data go to the listener.
interface PushRules extends ContractSetting {
  /** An interval longer than any test. */
  Duration NEVER = Duration.ofHours(1);

  /** A short interval, but long enough for a machine under load. */
  Duration SOON = Duration.ofMillis(50);

  @Test
  default void push_bufferFull_sendsBeforeTheInterval() throws Exception {
    instrumented(
        (target, process) -> {
          RecordingListener listener = new RecordingListener();
          try (Subscription push = process.push(new PushOptions(1, NEVER), listener)) {
            target.run(1, 10);
            await("an update came", () -> !listener.updates().isEmpty());
          }
        });
  }

  @Test
  default void push_bufferNotFull_sendsAfterTheInterval() throws Exception {
    instrumented(
        (target, process) -> {
          RecordingListener listener = new RecordingListener();
          try (Subscription push = process.push(new PushOptions(1000, SOON), listener)) {
            target.run(1, 10);
            await("all calls came", () -> listener.calls(target.caller()) == 10);
            assertThat(listener.calls(target.leaf())).isEqualTo(10L * ContractTarget.LEAVES);
          }
        });
  }

  @Test
  default void push_nothingNew_sendsNothing() throws Exception {
    instrumented(
        (target, process) -> {
          RecordingListener listener = new RecordingListener();
          try (Subscription push = process.push(new PushOptions(1000, SOON), listener)) {
            target.run(1, 10);
            await("all calls came", () -> listener.calls(target.caller()) == 10);
            Thread.sleep(3 * SOON.toMillis());
            int before = listener.updates().size();
            Thread.sleep(6 * SOON.toMillis());
            assertThat(listener.updates()).hasSize(before);
          }
        });
  }

  @Test
  default void push_regionWithoutNewCalls_isNotSentAgain() throws Exception {
    instrumented(
        (target, process) -> {
          RecordingListener listener = new RecordingListener();
          try (Subscription push = process.push(new PushOptions(1000, SOON), listener)) {
            target.run(1, 10);
            await("all calls came", () -> listener.calls(target.caller()) == 10);
            Thread.sleep(3 * SOON.toMillis());
            process.deinstrument(List.of(target.leaf())).orThrow();
            int before = listener.updates().size();
            target.run(1, 1);
            await("the last call came", () -> listener.calls(target.caller()) == 11);
            assertThat(listener.updates().subList(before, listener.updates().size()))
                .as("updates of the caller alone")
                .isNotEmpty()
                .allMatch(update -> ContractSetting.calls(update, target.leaf()) == 0);
          }
        });
  }

  @Test
  default void push_closed_sendsWhatIsLeft() throws Exception {
    instrumented(
        (target, process) -> {
          RecordingListener listener = new RecordingListener();
          Subscription push = process.push(new PushOptions(1000, NEVER), listener);
          target.run(1, 10);
          push.close();
          assertThat(listener.calls(target.caller())).as("calls sent").isEqualTo(10);
          assertThat(listener.ends()).as("ends of a process that runs on").isEmpty();
        });
  }

  @Test
  default void push_afterClose_sendsNothingMore() throws Exception {
    instrumented(
        (target, process) -> {
          RecordingListener listener = new RecordingListener();
          Subscription push = process.push(new PushOptions(1, SOON), listener);
          target.run(1, 10);
          push.close();
          push.close();
          int before = listener.updates().size();
          target.run(1, 10);
          Thread.sleep(4 * SOON.toMillis());
          assertThat(listener.updates()).hasSize(before);
          assertThat(ContractSetting.of(process.profile(), target.caller()).calls()).isEqualTo(20);
        });
  }

  @Test
  default void push_twice_isRefusedUntilTheFirstIsClosed() throws Exception {
    instrumented(
        (target, process) -> {
          PushOptions options = new PushOptions(1, NEVER);
          RecordingListener listener = new RecordingListener();
          try (Subscription first = process.push(options, listener)) {
            assertThatThrownBy(() -> process.push(options, listener))
                .isInstanceOf(IllegalStateException.class);
          }
          process.push(options, listener).close();
        });
  }

  @Test
  default void push_listenerThrows_getsTheNextUpdate() throws Exception {
    instrumented(
        (target, process) -> {
          RecordingListener listener = new RecordingListener().throwing();
          try (Subscription push = process.push(new PushOptions(1000, SOON), listener)) {
            target.run(1, 10);
            await("an update came", () -> !listener.updates().isEmpty());
            target.run(1, 5);
            await("the last calls came", () -> listener.calls(target.caller()) == 15);
          }
        });
  }

  @Test
  default void push_manyThreads_isCalledOneAtATime() throws Exception {
    instrumented(
        (target, process) -> {
          RecordingListener listener = new RecordingListener();
          try (Subscription push = process.push(new PushOptions(1, SOON), listener)) {
            target.run(4, 200);
          }
          assertThat(listener.calls(target.caller())).isEqualTo(800);
          assertThat(listener.overlapped()).as("calls of the listener at once").isFalse();
        });
  }

  @Test
  default void push_processEnds_sendsTheRestThenTheEnd() throws Exception {
    instrumented(
        (target, process) -> {
          RecordingListener listener = new RecordingListener();
          try (Subscription push = process.push(new PushOptions(1000, NEVER), listener)) {
            target.run(1, 10);
            target.exit();
            await("the end was reported", () -> !listener.ends().isEmpty());
            assertThat(listener.callsAtEnd(target.caller())).as("calls before it").isEqualTo(10);
          }
          assertThat(listener.ends()).hasSize(1).noneMatch(status -> status.isAlive());
        });
  }

  @Test
  default void push_detached_sendsTheRestThenTheEnd() throws Exception {
    instrumented(
        (target, process) -> {
          RecordingListener listener = new RecordingListener();
          process.push(new PushOptions(1000, NEVER), listener);
          target.run(1, 10);
          process.detach();
          await("the end was reported", () -> !listener.ends().isEmpty());
          assertThat(listener.callsAtEnd(target.caller())).as("calls before it").isEqualTo(10);
          assertThat(listener.ends()).hasSize(1);
        });
  }

  @Test
  default void push_afterDetach_reportsTheEndAlone() throws Exception {
    instrumented(
        (target, process) -> {
          process.detach();
          RecordingListener listener = new RecordingListener();
          try (Subscription push = process.push(new PushOptions(1, SOON), listener)) {
            await("the end was reported", () -> !listener.ends().isEmpty());
          }
          assertThat(listener.updates()).isEmpty();
          assertThat(listener.ends()).hasSize(1);
        });
  }
}
