package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.Change.CallFunction;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.jvm.agent.core.MethodChange.Kind;
import io.flowgauge.instrumentation.jvm.sensor.Rewrite;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Calls methods: a static method once, another method on every object of its class that the program
 * uses while the agent looks. Called only by the session's thread.
 */
final class MethodCalls {
  private static final Duration LOOK_FOR = Duration.ofSeconds(2);

  /** How long to look for further objects once there is one. */
  private static final Duration LOOK_ON = Duration.ofMillis(200);

  private static final long LOOK_EVERY_MILLIS = 5;

  private final Targets targets;
  private final Opening opening;
  private final MethodChanges changes;

  MethodCalls(Targets targets, Opening opening, MethodChanges changes) {
    this.targets = targets;
    this.opening = opening;
    this.changes = changes;
  }

  ChangeResult call(CallFunction wanted) throws ChangeRefused {
    Targets.Found found = targets.method(wanted.target());
    Method method = found.reflected();
    Object[] arguments = boxed(method, wanted.arguments(), found.name());
    Object[] undo =
        wanted.undo().isPresent() ? boxed(method, wanted.undo().get(), found.name()) : null;
    opening.open(found.type(), method);
    Call call = new Call(method, found.name(), undo);
    List<Object> receivers =
        Modifier.isStatic(method.getModifiers())
            ? Collections.singletonList(null)
            : findObjects(found);
    Optional<Number> result = call.callOn(receivers, arguments);
    return new ChangeResult(call, Optional.empty(), result);
  }

  private static Object[] boxed(Method method, List<Number> values, String name)
      throws ChangeRefused {
    Class<?>[] types = method.getParameterTypes();
    if (types.length != values.size()) {
      throw new ChangeRefused(
          RefusalCode.ARGUMENT, name + " has " + types.length + " arguments, not " + values.size());
    }
    Object[] boxed = new Object[types.length];
    for (int k = 0; k < types.length; k++) {
      boxed[k] = Numbers.boxed(types[k], values.get(k), "argument " + k + " of " + name);
    }
    return boxed;
  }

  /** Finds objects of a class by watching for calls of its methods for a moment. */
  private List<Object> findObjects(Targets.Found found) throws ChangeRefused {
    List<MethodOutline> methods =
        Outline.of(found.type(), false).stream()
            .filter(each -> each.hasBody() && !Modifier.isStatic(each.access()))
            .filter(each -> !each.region().linkageName().startsWith("<"))
            .toList();
    if (methods.isEmpty()) {
      throw noObjects(found);
    }
    Rewrite rewrite = new Rewrite(0, new long[0], null);
    MethodChanges.Woven looking =
        changes.weave(
            new Targets.Found(found.type(), methods.get(0)),
            rewrite,
            number ->
                methods.stream()
                    .map(each -> new MethodChange(each.region().linkageName(), Kind.OBJECT, number))
                    .toList());
    try {
      awaitObjects(rewrite);
    } finally {
      looking.undo();
    }
    List<Object> seen = rewrite.seen();
    if (seen.isEmpty()) {
      throw noObjects(found);
    }
    return seen;
  }

  private static ChangeRefused noObjects(Targets.Found found) {
    return new ChangeRefused(
        RefusalCode.NO_SAFE_POINT,
        "no method was called on an object of "
            + found.type().getName()
            + " within "
            + LOOK_FOR.toSeconds()
            + " s; try again while the program uses one");
  }

  private static void awaitObjects(Rewrite rewrite) throws ChangeRefused {
    long deadline = System.nanoTime() + LOOK_FOR.toNanos();
    try {
      while (rewrite.seen().isEmpty() && System.nanoTime() - deadline < 0) {
        Thread.sleep(LOOK_EVERY_MILLIS);
      }
      if (!rewrite.seen().isEmpty()) {
        Thread.sleep(LOOK_ON.toMillis());
      }
    } catch (InterruptedException e) {
      throw new ChangeRefused(RefusalCode.NO_SAFE_POINT, "the agent was interrupted");
    }
  }

  /** A call on objects, which it does not keep from being collected. */
  private static final class Call implements ActiveChange {
    private final Method method;
    private final String name;
    private final Object[] undo;
    private final List<WeakReference<Object>> done = new ArrayList<>();
    private boolean onNone;

    Call(Method method, String name, Object[] undo) {
      this.method = method;
      this.name = name;
      this.undo = undo;
    }

    /**
     * Calls the method on each object, and returns the result if it is the same for all. If one
     * call fails, those before it are undone if possible.
     */
    Optional<Number> callOn(List<Object> receivers, Object... arguments) throws ChangeRefused {
      List<Optional<Number>> results = new ArrayList<>();
      try {
        for (Object each : receivers) {
          results.add(Numbers.number(invoke(each, arguments)));
          onNone = each == null;
          done.add(new WeakReference<>(each));
        }
      } catch (ChangeRefused e) {
        if (undo != null) {
          undo();
        }
        throw e;
      }
      return results.stream().distinct().count() == 1 ? results.get(0) : Optional.empty();
    }

    private Object invoke(Object receiver, Object... arguments) throws ChangeRefused {
      return CallThread.run(
          () -> method.invoke(receiver, arguments),
          method.getDeclaringClass().getClassLoader(),
          name + Arrays.toString(arguments));
    }

    @Override
    public void undo() throws ChangeRefused {
      if (undo == null) {
        throw new ChangeRefused(RefusalCode.NOT_UNDOABLE, "no call was given that undoes " + name);
      }
      for (var each : done) {
        Object receiver = each.get();
        if (receiver != null || onNone) {
          invoke(receiver, undo);
        }
      }
    }
  }
}
