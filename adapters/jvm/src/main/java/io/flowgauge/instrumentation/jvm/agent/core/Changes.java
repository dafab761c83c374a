package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.Refusal;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The changes of a session. At its end all are undone, the last one first. Used only by the
 * session's thread.
 */
final class Changes {
  private final ClassChanger classes;
  private final StaticFields fields;
  private final MethodChanges methods;
  private final MethodCalls calls;
  private final Replacements replacements;
  private final Map<Integer, ActiveChange> inEffect = new LinkedHashMap<>();
  private int made;

  Changes(
      Instrumentation instrumentation,
      Loaded loaded,
      Registry registry,
      Eligibility eligibility,
      ClassChanger classes) {
    this.classes = classes;
    Targets targets = new Targets(loaded);
    Opening opening = new Opening(instrumentation);
    this.fields = new StaticFields(targets, opening);
    this.methods = new MethodChanges(targets, eligibility, registry, classes);
    this.calls = new MethodCalls(targets, opening, methods);
    this.replacements = new Replacements(targets, methods);
  }

  /** Reads a change, makes it, and writes the outcome. */
  void make(DataInputStream in, DataOutputStream out) throws IOException {
    classes.begin();
    ChangeResult change;
    try {
      change = make(ChangeWire.read(in));
    } catch (ChangeRefused e) {
      refuse(out, e.refusal());
      return;
    }
    int number = made++;
    inEffect.put(number, change.change());
    writeSuccess(out);
    out.writeInt(number);
    ChangeWire.writeNumber(out, change.before());
    ChangeWire.writeNumber(out, change.result());
    out.writeLong(classes.stoppedNanos());
  }

  private ChangeResult make(Change change) throws ChangeRefused {
    if (change instanceof Change.SetVariable set) {
      return fields.set(set);
    }
    if (change instanceof Change.CallFunction call) {
      return calls.call(call);
    }
    if (change instanceof Change.RewriteArgument rewrite) {
      return methods.argument(rewrite);
    }
    if (change instanceof Change.RewriteResult rewrite) {
      return methods.result(rewrite);
    }
    if (change instanceof Change.ReplaceFunction replace) {
      return replacements.replace(replace);
    }
    throw new IllegalArgumentException("not a change that is known here: " + change);
  }

  /** Undoes a change, if it is in effect, and writes the outcome. */
  void undo(DataInputStream in, DataOutputStream out) throws IOException {
    int number = in.readInt();
    ActiveChange change = inEffect.get(number);
    if (change != null) {
      try {
        change.undo();
      } catch (ChangeRefused e) {
        refuse(out, e.refusal());
        return;
      }
      inEffect.remove(number);
    }
    writeSuccess(out);
    out.writeLong(change == null ? 0 : change.calls());
  }

  /** Writes how many calls a change was applied to. */
  void calls(DataInputStream in, DataOutputStream out) throws IOException {
    ActiveChange change = inEffect.get(in.readInt());
    out.writeLong(change == null ? 0 : change.calls());
  }

  private static void writeSuccess(DataOutputStream out) throws IOException {
    out.writeUTF("");
    out.writeUTF("");
  }

  private static void refuse(DataOutputStream out, Refusal refusal) throws IOException {
    out.writeUTF(refusal.code().name());
    out.writeUTF(refusal.message());
  }

  /**
   * Undoes all changes, those of methods with one change of each class. Can be called again if a
   * lack of memory interrupted it.
   */
  void undoAll() {
    List<ActiveChange> all = new ArrayList<>(inEffect.values());
    List<MethodChanges.Woven> woven = new ArrayList<>();
    for (int k = all.size() - 1; k >= 0; k--) {
      if (all.get(k) instanceof MethodChanges.Woven each) {
        woven.add(each);
      } else {
        inEffect.values().remove(all.get(k));
        undo(all.get(k));
      }
    }
    methods.undo(woven);
    inEffect.clear();
  }

  private static void undo(ActiveChange change) {
    try {
      change.undo();
    } catch (ChangeRefused | RuntimeException | LinkageError e) {
      return; // The program has set it since, or nothing undoes it; the others are still undone.
    }
  }
}
