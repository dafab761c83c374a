package io.flowgauge.log.write;

import static java.lang.invoke.MethodHandles.collectArguments;
import static java.lang.invoke.MethodHandles.constant;
import static java.lang.invoke.MethodHandles.dropArguments;
import static java.lang.invoke.MethodHandles.empty;
import static java.lang.invoke.MethodHandles.foldArguments;
import static java.lang.invoke.MethodHandles.guardWithTest;
import static java.lang.invoke.MethodHandles.insertArguments;
import static java.lang.invoke.MethodHandles.permuteArguments;
import static java.lang.invoke.MethodType.methodType;

import io.flowgauge.log.Field;
import io.flowgauge.log.FieldType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Implements a method that logs events of a type from unboxed values. It is composed of method
 * handles, which the just-in-time compiler turns into the same code as this:
 *
 * <pre>{@code
 * if (type.isEnabled()) {
 *   Lane lane = start.begin(addText(0, text));
 *   if (lane != null) {
 *     lane.int32(0, number);
 *     lane.string(text);
 *     lane.commit();
 *   }
 * }
 * }</pre>
 */
final class TypedForm {
  private static final MethodHandle IS_ENABLED;
  private static final MethodHandle BEGIN;
  private static final MethodHandle ADD_TEXT;
  private static final MethodHandle HAS_LANE;
  private static final MethodHandle COMMIT;

  static {
    try {
      MethodHandles.Lookup own = MethodHandles.lookup();
      Class<?> type = DeclaredEvent.class;
      IS_ENABLED = own.findVirtual(type, "isEnabled", methodType(boolean.class));
      BEGIN = own.findVirtual(EventStart.class, "begin", methodType(Lane.class, int.class));
      ADD_TEXT = own.findStatic(type, "addText", methodType(int.class, int.class, String.class));
      HAS_LANE = own.findStatic(TypedForm.class, "hasLane", methodType(boolean.class, Lane.class));
      COMMIT = own.findVirtual(Lane.class, "commit", methodType(void.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final DeclaredEvent type;
  private final List<Field> fields;
  private final MethodType signature;

  TypedForm(DeclaredEvent type) {
    this.type = type;
    fields = type.schema().fields();
    List<Class<?>> parameters = fields.stream().<Class<?>>map(f -> f.type().javaType()).toList();
    signature = methodType(void.class, parameters);
  }

  @SuppressWarnings("unused") // Called through HAS_LANE.
  private static boolean hasLane(Lane lane) {
    return lane != null;
  }

  <T> T implement(MethodHandles.Lookup lookup, Class<T> form) {
    Method method = onlyMethod(form);
    MethodType given = methodType(method.getReturnType(), method.getParameterTypes());
    if (!given.equals(signature)) {
      throw new IllegalArgumentException(
          "method " + method.getName() + " must be of type " + signature + ", was " + given);
    }
    try {
      return form.cast(FormClass.instance(lookup, form, method, handle()));
    } catch (ReflectiveOperationException | LinkageError | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "lookup must be able to implement " + form.getName() + ": " + e.getMessage(), e);
    }
  }

  private static Method onlyMethod(Class<?> form) {
    List<Method> methods =
        Arrays.stream(form.getMethods())
            .filter(m -> Modifier.isAbstract(m.getModifiers()))
            .toList();
    if (!form.isInterface() || methods.size() != 1) {
      throw new IllegalArgumentException(
          "form must be an interface with one abstract method, was " + form.getName());
    }
    return methods.get(0);
  }

  /** Returns the composed method, whose parameters are the values. */
  MethodHandle handle() {
    MethodHandle log = foldArguments(unlessDropped(putAll()), begin());
    return guardWithTest(IS_ENABLED.bindTo(type), log, empty(signature));
  }

  private static MethodHandle unlessDropped(MethodHandle put) {
    return guardWithTest(HAS_LANE, put, empty(put.type()));
  }

  /**
   * Returns a method that takes the lane and the values, puts the values one after another, and
   * commits.
   */
  private MethodHandle putAll() {
    MethodHandle rest = COMMIT;
    for (int k = fields.size() - 1; k >= 0; k--) {
      Class<?> parameter = signature.parameterType(k);
      rest = foldArguments(dropArguments(rest, 1, parameter), putter(k));
    }
    return rest;
  }

  private MethodHandle putter(int field) {
    FieldType kind = fields.get(field).type();
    Class<?> value = kind.javaType();
    boolean text = kind == FieldType.STRING;
    MethodType of = text ? methodType(void.class, value) : methodType(void.class, int.class, value);
    try {
      MethodHandle put = MethodHandles.lookup().findVirtual(Lane.class, kind.label(), of);
      return text ? put : insertArguments(put, 1, type.layout().place(field));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(kind.label(), e);
    }
  }

  /**
   * Returns a method that takes the values, adds up the lengths of the texts among them, and begins
   * the event.
   */
  private MethodHandle begin() {
    MethodHandle bytes = constant(int.class, 0);
    for (int k = 0; k < type.layout().texts(); k++) {
      bytes = collectArguments(ADD_TEXT, 0, bytes);
    }
    MethodHandle ofTexts = collectArguments(BEGIN.bindTo(type.start()), 0, bytes);
    int[] texts =
        IntStream.range(0, fields.size())
            .filter(k -> fields.get(k).type() == FieldType.STRING)
            .toArray();
    return permuteArguments(ofTexts, signature.changeReturnType(Lane.class), texts);
  }
}
