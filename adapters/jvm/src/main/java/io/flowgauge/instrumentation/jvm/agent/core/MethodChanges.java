package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.Change.Argument;
import io.flowgauge.instrumentation.Change.Condition;
import io.flowgauge.instrumentation.Change.RewriteArgument;
import io.flowgauge.instrumentation.Change.RewriteResult;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.jvm.agent.core.MethodChange.Kind;
import io.flowgauge.instrumentation.jvm.sensor.Rewrite;
import io.flowgauge.instrumentation.jvm.sensor.Rewrites;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import org.objectweb.asm.Type;

/**
 * Weaves changes into methods. A change that is undone has no effect from that moment on; its code
 * is removed afterwards. Called only by the session's thread.
 */
final class MethodChanges {
  private static final int MOST_CONDITIONS = 64;

  private final Targets targets;
  private final Eligibility eligibility;
  private final Registry registry;
  private final ClassChanger classes;

  MethodChanges(Targets targets, Eligibility eligibility, Registry registry, ClassChanger classes) {
    this.targets = targets;
    this.eligibility = eligibility;
    this.registry = registry;
    this.classes = classes;
  }

  ChangeResult argument(RewriteArgument wanted) throws ChangeRefused {
    Targets.Found found = targets.method(wanted.target());
    int index = wanted.argument().index();
    Class<?> type = argument(found, wanted.argument());
    Object value = Numbers.boxed(type, wanted.value(), wanted.argument() + " of " + found.name());
    List<Integer> conditions = conditions(found, wanted.conditions());
    Rewrite rewrite = new Rewrite(Numbers.bits(value), expected(wanted.conditions()), null);
    return new ChangeResult(
        weave(
            found,
            rewrite,
            number ->
                List.of(
                    new MethodChange(linkage(found), Kind.ARGUMENT, number, index, conditions))));
  }

  ChangeResult result(RewriteResult wanted) throws ChangeRefused {
    Targets.Found found = targets.method(wanted.target());
    Type type = Type.getReturnType(descriptor(found));
    Object value = Numbers.boxed(primitive(type), wanted.value(), "the result of " + found.name());
    List<Integer> conditions = conditions(found, wanted.conditions());
    Rewrite rewrite = new Rewrite(Numbers.bits(value), expected(wanted.conditions()), null);
    return new ChangeResult(
        weave(
            found,
            rewrite,
            number ->
                List.of(new MethodChange(linkage(found), Kind.RESULT, number, 0, conditions))));
  }

  private static String linkage(Targets.Found found) {
    return found.method().region().linkageName();
  }

  private static String descriptor(Targets.Found found) {
    return linkage(found).substring(linkage(found).indexOf('('));
  }

  private static List<Integer> conditions(Targets.Found found, List<Condition> conditions)
      throws ChangeRefused {
    if (conditions.size() > MOST_CONDITIONS) {
      throw new ChangeRefused(
          RefusalCode.LIMIT, "a change has at most 64 conditions, not " + conditions.size());
    }
    List<Integer> arguments = new ArrayList<>();
    for (Condition each : conditions) {
      Class<?> type = argument(found, each.argument());
      if (!type.isPrimitive()) {
        throw new ChangeRefused(
            RefusalCode.WRONG_TYPE,
            each.argument() + " of " + found.name() + " is an object, not a number or boolean");
      }
      arguments.add(each.argument().index());
    }
    return arguments;
  }

  private static long[] expected(List<Condition> conditions) {
    return conditions.stream().mapToLong(Condition::value).toArray();
  }

  private static Class<?> argument(Targets.Found found, Argument argument) throws ChangeRefused {
    Type[] types = Type.getArgumentTypes(descriptor(found));
    if (argument.index() >= types.length) {
      throw new ChangeRefused(
          RefusalCode.ARGUMENT,
          found.name() + " has " + types.length + " arguments, so there is no " + argument);
    }
    if (argument.pointedBytes() != 0) {
      throw new ChangeRefused(
          RefusalCode.WRONG_TYPE,
          "an argument of a Java method cannot be a pointer to a number: " + argument);
    }
    return primitive(types[argument.index()]);
  }

  /**
   * Returns the class of a primitive type; for another type, a class that stands for all objects.
   */
  private static Class<?> primitive(Type type) {
    return switch (type.getSort()) {
      case Type.VOID -> void.class;
      case Type.BOOLEAN -> boolean.class;
      case Type.CHAR -> char.class;
      case Type.BYTE -> byte.class;
      case Type.SHORT -> short.class;
      case Type.INT -> int.class;
      case Type.LONG -> long.class;
      case Type.FLOAT -> float.class;
      case Type.DOUBLE -> double.class;
      default -> Object.class;
    };
  }

  /** Checks that a method can be changed. */
  void check(Targets.Found found) throws ChangeRefused {
    Optional<Refusal> refusal = eligibility.refusal(found.type(), found.method());
    if (refusal.isPresent()) {
      throw new ChangeRefused(refusal.get());
    }
  }

  /**
   * Weaves a rewrite into methods of a class.
   *
   * @param found a method of the class, which is checked
   * @param changes makes the changes, given the rewrite's number
   */
  Woven weave(Targets.Found found, Rewrite rewrite, IntFunction<List<MethodChange>> changes)
      throws ChangeRefused {
    check(found);
    int number = Rewrites.open(rewrite);
    if (number < 0) {
      throw new ChangeRefused(
          RefusalCode.LIMIT,
          "16384 changes of methods are in effect, which is the limit; undo some");
    }
    Woven woven = new Woven(found.type(), rewrite, number, changes.apply(number));
    synchronized (registry) {
      sensed(woven).add(woven.changes);
    }
    String failure = classes.change(List.of(found.type())).get(found.type());
    if (failure == null) {
      failure = failure(woven);
    }
    if (!failure.isEmpty()) {
      woven.undo();
      throw new ChangeRefused(RefusalCode.UNMODIFIABLE, failure);
    }
    return woven;
  }

  private SensedClass sensed(Woven woven) {
    return registry.type(woven.type.getClassLoader(), woven.type.getName());
  }

  private String failure(Woven woven) {
    synchronized (registry) {
      SensedClass sensed = sensed(woven);
      return woven.changes.stream()
          .map(sensed::result)
          .filter(result -> !result.isEmpty())
          .findFirst()
          .orElse("");
    }
  }

  /** Removes changes together. */
  void undo(List<Woven> all) {
    Set<Class<?>> types = new LinkedHashSet<>();
    for (Woven woven : all) {
      Rewrites.close(woven.number);
      synchronized (registry) {
        sensed(woven).remove(woven.changes);
      }
      types.add(woven.type);
    }
    // Code that the virtual machine keeps running no longer finds its rewrite.
    Map<Class<?>, String> failed = classes.change(types);
    assert failed.isEmpty() : failed;
  }

  /** A rewrite that was woven into methods of a class. */
  final class Woven implements ActiveChange {
    private final Class<?> type;
    private final Rewrite rewrite;
    private final int number;
    private final List<MethodChange> changes;

    Woven(Class<?> type, Rewrite rewrite, int number, List<MethodChange> changes) {
      this.type = type;
      this.rewrite = rewrite;
      this.number = number;
      this.changes = changes;
    }

    @Override
    public void undo() {
      MethodChanges.this.undo(List.of(this));
    }

    @Override
    public long calls() {
      return rewrite.calls();
    }
  }
}
