package io.flowgauge.log.write;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Makes hidden classes that implement a one-method interface by a method handle. The handle is a
 * constant of the class, so the just-in-time compiler can inline it for objects kept in any kind of
 * field.
 */
final class FormClass {
  private static final String OBJECT = "java/lang/Object";
  private static final String CONSTRUCTOR = "<init>";
  private static final String HANDLE = "java/lang/invoke/MethodHandle";
  private static final String CLASS_DATA =
      "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)"
          + "Ljava/lang/Object;";

  private FormClass() {}

  static Object instance(
      MethodHandles.Lookup lookup, Class<?> form, Method method, MethodHandle handle)
      throws ReflectiveOperationException {
    byte[] bytes = bytes(lookup.lookupClass(), form, method);
    MethodHandles.Lookup made = lookup.defineHiddenClassWithClassData(bytes, handle, true);
    MethodHandle constructor =
        made.findConstructor(made.lookupClass(), MethodType.methodType(void.class));
    try {
      return constructor.invoke();
    } catch (Throwable e) {
      throw new LinkageError("constructor of " + made.lookupClass(), e);
    }
  }

  private static byte[] bytes(Class<?> neighbour, Class<?> form, Method method) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    String name = Type.getInternalName(neighbour) + "$Logged" + form.getSimpleName();
    String[] forms = {Type.getInternalName(form)};
    int access = Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;
    writer.visit(Opcodes.V17, access, name, null, OBJECT, forms);
    constructor(writer);
    body(writer, method);
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void constructor(ClassWriter writer) {
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, CONSTRUCTOR, "()V", null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, CONSTRUCTOR, "()V", false);
    end(code);
  }

  private static void body(ClassWriter writer, Method method) {
    String descriptor = Type.getMethodDescriptor(method);
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_PUBLIC, method.getName(), descriptor, null, null);
    code.visitCode();
    code.visitLdcInsn(new ConstantDynamic("_", "L" + HANDLE + ";", classData()));
    int local = 1;
    for (Type parameter : Type.getArgumentTypes(method)) {
      code.visitVarInsn(parameter.getOpcode(Opcodes.ILOAD), local);
      local += parameter.getSize();
    }
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, HANDLE, "invokeExact", descriptor, false);
    end(code);
  }

  private static Handle classData() {
    String owner = Type.getInternalName(MethodHandles.class);
    return new Handle(Opcodes.H_INVOKESTATIC, owner, "classData", CLASS_DATA, false);
  }

  private static void end(MethodVisitor code) {
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }
}
