package io.flowgauge.instrumentation.xml;

import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.Change.Argument;
import io.flowgauge.instrumentation.Change.Condition;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;

/** Writes and reads changes as the element {@code change} of irl.xsd. Stateless. */
final class ChangeXml {
  private static final String VALUE = "value";

  private ChangeXml() {}

  /** Writes the content of the element, and ends it. */
  static void write(Change change, XmlOut out) throws XMLStreamException {
    if (change instanceof Change.SetVariable set) {
      start("set", set.target(), out);
      writeNumber(VALUE, set.value(), out);
      out.end();
    } else if (change instanceof Change.CallFunction call) {
      start("call", call.target(), out);
      writeArguments(call.arguments(), out);
      if (call.undo().isPresent()) {
        out.start("undo");
        writeArguments(call.undo().get(), out);
        out.end();
      }
      out.end();
    } else if (change instanceof Change.RewriteArgument rewrite) {
      start("rewriteargument", rewrite.target(), out);
      writeArgument(rewrite.argument(), out);
      writeNumber(VALUE, rewrite.value(), out);
      writeConditions(rewrite.conditions(), out);
      out.end();
    } else if (change instanceof Change.RewriteResult rewrite) {
      start("rewriteresult", rewrite.target(), out);
      writeNumber(VALUE, rewrite.value(), out);
      writeConditions(rewrite.conditions(), out);
      out.end();
    } else if (change instanceof Change.ReplaceFunction replace) {
      start("replace", replace.target(), out);
      out.attribute("library", replace.library().toString());
      out.attribute("function", replace.function()).endEmpty();
    } else {
      throw new IllegalStateException("unknown change " + change);
    }
    out.end();
  }

  private static void start(String element, RegionPattern target, XmlOut out)
      throws XMLStreamException {
    out.start(element);
    Parts.writePattern(target, out);
  }

  private static void writeArguments(List<Number> arguments, XmlOut out) throws XMLStreamException {
    for (Number argument : arguments) {
      writeNumber("argument", argument, out);
    }
  }

  /** Writes a number; a whole number differs from a fraction of the same value. */
  static void writeNumber(String element, Number number, XmlOut out) throws XMLStreamException {
    out.start(element);
    if (number instanceof Double) {
      out.attribute("fraction", number.doubleValue());
    } else {
      out.attribute("whole", number.longValue());
    }
    out.endEmpty();
  }

  private static void writeArgument(Argument argument, XmlOut out) throws XMLStreamException {
    out.attribute("index", argument.index());
    out.attributeUnlessZero("pointedBytes", argument.pointedBytes());
  }

  private static void writeConditions(List<Condition> conditions, XmlOut out)
      throws XMLStreamException {
    for (Condition condition : conditions) {
      out.start("condition");
      writeArgument(condition.argument(), out);
      out.attribute("whole", condition.value()).endEmpty();
    }
  }

  /** Reads the content of the element. */
  static Change read(XmlIn in) throws IOException, XMLStreamException {
    List<Change> changes = new ArrayList<>(1);
    in.children(element -> changes.add(in.parse(at -> change(element, at))));
    return changes.get(0);
  }

  private static Change change(String element, XmlIn in) throws IOException, XMLStreamException {
    RegionPattern target = Parts.pattern(in);
    return switch (element) {
      case "call" -> call(target, in);
      case "rewriteargument" -> {
        Argument argument = argument(in);
        Values values = new Values(in);
        yield new Change.RewriteArgument(
            target, argument, values.numbers.get(0), values.conditions);
      }
      case "rewriteresult" -> {
        Values values = new Values(in);
        yield new Change.RewriteResult(target, values.numbers.get(0), values.conditions);
      }
      case "replace" -> {
        Path library = Path.of(in.attribute("library"));
        String function = in.attribute("function");
        in.end();
        yield new Change.ReplaceFunction(target, library, function);
      }
      default -> new Change.SetVariable(target, new Values(in).numbers.get(0));
    };
  }

  private static Change call(RegionPattern target, XmlIn in)
      throws IOException, XMLStreamException {
    List<Number> arguments = new ArrayList<>();
    List<List<Number>> undo = new ArrayList<>(1);
    in.children(
        element -> {
          if (element.equals("undo")) {
            undo.add(new Values(in).numbers);
          } else {
            arguments.add(readNumber(in));
          }
        });
    return new Change.CallFunction(target, arguments, undo.stream().findFirst());
  }

  private static Argument argument(XmlIn in) {
    return new Argument(in.number("index", 0), in.number("pointedBytes", 0));
  }

  /** Reads a number, up to the end of its element. */
  static Number readNumber(XmlIn in) throws IOException, XMLStreamException {
    Optional<String> whole = in.optional("whole");
    if (whole.isPresent() == in.optional("fraction").isPresent()) {
      throw wrongNumber(in, whole.isPresent());
    }
    Number number = whole.isPresent() ? (Number) in.whole("whole", 0) : in.real("fraction", 0);
    in.end();
    return number;
  }

  private static TraceFormatException wrongNumber(XmlIn in, boolean isBoth) {
    return in.error(
        isBoth ? "a number that is both whole and a fraction" : "an element without a number",
        "one of the attributes whole and fraction");
  }

  /** The numbers and conditions within an element. */
  private static final class Values {
    final List<Number> numbers = new ArrayList<>();
    final List<Condition> conditions = new ArrayList<>();

    Values(XmlIn in) throws IOException, XMLStreamException {
      in.children(
          element -> {
            if (element.equals("condition")) {
              conditions.add(in.parse(Values::condition));
            } else {
              numbers.add(readNumber(in));
            }
          });
    }

    private static Condition condition(XmlIn in) throws IOException, XMLStreamException {
      Condition condition = new Condition(argument(in), in.whole("whole", 0));
      in.end();
      return condition;
    }
  }
}
