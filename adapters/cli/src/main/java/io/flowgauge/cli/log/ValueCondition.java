package io.flowgauge.cli.log;

import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.log.Constant;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.read.EventCursor;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A condition on a value of an event, such as {@code BYTES>=65536}. Immutable. */
final class ValueCondition {
  private static final Pattern FORM =
      Pattern.compile("\\s*([^<>=!&\"\\s]+)\\s*(<=|>=|==|!=|<|>|=(?![<>!=]))\\s*(.*?)\\s*");
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,3})?");
  private static final int MAX_DIGITS = 400;

  private final String field;
  private final String operator;
  private final String text;
  private final Optional<BigDecimal> number;

  private ValueCondition(String field, String operator, String text) {
    this.field = field;
    this.operator = operator;
    this.text = text;
    boolean isNumber = text.length() <= MAX_DIGITS && NUMBER.matcher(text).matches();
    number = isNumber ? Optional.of(new BigDecimal(text)) : Optional.empty();
  }

  static List<ValueCondition> parseAll(String text) {
    List<ValueCondition> all = new ArrayList<>();
    for (String part : text.split("&", -1)) {
      all.add(parse(part, text));
    }
    return all;
  }

  private static ValueCondition parse(String part, String whole) {
    Matcher matcher = FORM.matcher(part);
    if (matcher.matches()) {
      String operator = matcher.group(2).equals("=") ? "==" : matcher.group(2);
      ValueCondition condition = new ValueCondition(matcher.group(1), operator, matcher.group(3));
      if (condition.number.isPresent() || condition.isForTexts()) {
        return condition;
      }
    }
    throw new WrongUsageException(
        "--where must be a condition such as 'BYTES>=65536', with a number after < <= > >=, but"
            + " is '"
            + whole
            + "'");
  }

  private boolean isForTexts() {
    return operator.equals("==") || operator.equals("!=");
  }

  boolean holds(EventCursor event) {
    EventSchema schema = event.schema();
    OptionalInt index = schema.indexOf(field);
    if (index.isPresent()) {
      return holds(value(event, index.getAsInt()));
    }
    Optional<Constant> constant =
        schema.constants().stream().filter(c -> c.name().equals(field)).findFirst();
    return constant.isPresent() && holds(constant.get().value());
  }

  private static Object value(EventCursor event, int index) {
    FieldType type = event.schema().fields().get(index).type();
    return switch (type) {
      case INT32, INT64 -> event.int64(index);
      case FLOAT32 -> event.float32(index);
      case FLOAT64 -> event.float64(index);
      case STRING -> event.string(index);
    };
  }

  private boolean holds(Object value) {
    if (value instanceof String found) {
      return isForTexts() && found.equals(text) == operator.equals("==");
    }
    if (number.isEmpty()) {
      return operator.equals("!=") != value.toString().equals(text);
    }
    double found = ((Number) value).doubleValue();
    if (!Double.isFinite(found)) {
      return holdsDouble(found);
    }
    return holds(new BigDecimal(value.toString()).compareTo(number.get()));
  }

  /** Compares an infinity or NaN, which has no decimal digits. */
  private boolean holdsDouble(double found) {
    return Double.isNaN(found) ? operator.equals("!=") : holds(found > 0 ? 1 : -1);
  }

  private boolean holds(int comparison) {
    return switch (operator) {
      case "<" -> comparison < 0;
      case "<=" -> comparison <= 0;
      case ">" -> comparison > 0;
      case ">=" -> comparison >= 0;
      case "==" -> comparison == 0;
      default -> comparison != 0;
    };
  }
}
