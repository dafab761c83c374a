package io.flowgauge.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalTest {
  @Test
  void isMovable_dumbTerminal_isNot() {
    assertThat(Terminal.isMovable("dumb")).isFalse();
    assertThat(Terminal.isMovable("xterm-256color")).isTrue();
    assertThat(Terminal.isMovable(null)).isTrue();
  }
}
