package io.flowgauge.store;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SingleStatementTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1",
        " select 1 ; -- the end;\n ; /* ; */",
        "select ';', 'it''s;', \"a;b\", E'\\';', e'\\\\', type'\\'",
        "select $$;$$, $a$ ; $$ ; $a$, a$b$, $1",
        "-- ; select 2\nselect 1",
        "/* /* ; */ ; */ select 1",
        "select 'open;",
        "select $$open;",
        "select 1 /* open;",
        "select copy from attach",
        "(select 1)",
        "(select copy from (select 1)) union (select attach)",
        "explain select 1",
        "explain (select 1) union select 2",
        "explain (analyze, format 'copy)') select 1",
        "copying",
      })
  void require_oneStatement_accepts(String sql) {
    assertThatCode(() -> SingleStatement.require(sql)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ";", "-- select 1", "/* select 1; */ ;;"})
  void require_none_isRefused(String sql) {
    assertThatThrownBy(() -> SingleStatement.require(sql))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("sql must be one statement, but is empty");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "commit; delete",
        "select 1;;delete",
        "select '\\'; delete",
        "select E'\\\\'; delete",
        "select type'\\'; delete",
        "select \"\"\";\"; delete",
        "select $a$ $b$ $a$; delete",
        "select a$b$; delete",
        "select '''';delete",
        "/* /* */ */ select 1 -- '\n; delete",
        ";delete",
      })
  void require_several_isRefused(String sql) {
    assertThatThrownBy(() -> SingleStatement.require(sql))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("sql must be one statement, but another follows: delete");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "copy t to 'f'",
        "/* a */ COPY(select 1) to 'f'",
        "explain analyze copy t to 'f'",
        "explain (analyze) copy t to 'f'",
        "explain/**/(analyze, format json /*)*/)copy t to 'f'",
        "explain (copy (select 1) to 'f')",
        "explain ((analyze), (verbose)) copy (select 1) to 'f'",
      })
  void require_whatWritesFiles_isRefused(String sql) {
    assertThatThrownBy(() -> SingleStatement.require(sql))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("sql must be a query, which changes nothing, but begins with copy");
  }
}
