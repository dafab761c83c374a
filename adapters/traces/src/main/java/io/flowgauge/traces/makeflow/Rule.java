package io.flowgauge.traces.makeflow;

import io.flowgauge.run.EventType;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** A rule of a makeflow and its submissions. Not thread-safe. */
final class Rule {
  private static final String DEFAULT_CATEGORY = "default";

  private final long number;
  private final List<Long> parents = new ArrayList<>(0);
  private final List<Submission> submissions = new ArrayList<>(1);
  private final List<String> sources = new ArrayList<>(0);
  private boolean hasSources;
  private String command = "";
  private String category = "";

  Rule(long number) {
    this.number = number;
  }

  long number() {
    return number;
  }

  void command(String text) {
    command = text;
  }

  void category(String label) {
    category = label;
  }

  void sources(List<String> files) {
    hasSources = true;
    sources.addAll(files);
  }

  /** Whether the files it reads are known. */
  boolean hasSources() {
    return hasSources;
  }

  List<String> sources() {
    return sources;
  }

  void addParent(long rule) {
    parents.add(rule);
  }

  String command() {
    return command;
  }

  List<Long> parents() {
    return parents;
  }

  boolean isDeclared() {
    return !command.isEmpty();
  }

  List<Submission> submissions() {
    return submissions;
  }

  void submitted(long job, long nanos) {
    submissions.add(new Submission(job, OptionalLong.of(nanos)));
  }

  /** Records an end; if its submission is missing from the log, it is added. */
  void ended(long job, EventType type, long nanos) {
    if (submissions.isEmpty() || last().end().isPresent()) {
      submissions.add(new Submission(job, OptionalLong.empty()));
    }
    last().end(type, nanos);
  }

  Submission last() {
    return submissions.get(submissions.size() - 1);
  }

  /** Returns its category or, if it has none of its own, the first program of its command. */
  String type() {
    return category.isEmpty() || category.equals(DEFAULT_CATEGORY) ? program() : category;
  }

  private String program() {
    String text = command.strip();
    int end = 0;
    while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    String name = text.substring(text.lastIndexOf('/', Math.max(0, end - 1)) + 1, end);
    return name.isEmpty() ? "rule" : name;
  }

  /** Returns its type and number, because rules have no names. */
  String id() {
    return type() + " (" + number + ")";
  }
}
