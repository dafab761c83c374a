package io.flowgauge.log.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import io.flowgauge.log.EventSchema;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeclaredEventTest {
  private static final EventSchema ALL =
      EventSchema.named("all")
          .string("s")
          .int32("i")
          .string("t")
          .int64("l")
          .float32("f")
          .float64("d")
          .build();

  interface All {
    void log(String s, int i, String t, long l, float f, double d);
  }

  interface Other {
    void log(String s, int i, String t, long l, double f, double d);
  }

  interface Two {
    void one();

    void two();
  }

  @TempDir Path folder;
  private EventLog log;

  @BeforeEach
  void open() throws IOException {
    log = EventLog.open(folder.resolve("test.nlb"));
  }

  @AfterEach
  void close() {
    log.close();
  }

  @Test
  void as_otherParameters_throws() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> log.declare(ALL).as(MethodHandles.lookup(), Other.class))
        .withMessageContaining("method log must be of type (String,int,String,long,float,double)")
        .withMessageContaining("was (String,int,String,long,double,double)void");
  }

  @Test
  void as_noFunctionalInterface_throws() {
    for (Class<?> form : new Class<?>[] {Two.class, String.class, Cloneable.class}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> log.declare(ALL).as(MethodHandles.lookup(), form))
          .withMessage("form must be an interface with one abstract method, was " + form.getName());
    }
  }

  @Test
  void as_lookupThatSeesNothing_throws() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> log.declare(ALL).as(MethodHandles.publicLookup(), All.class))
        .withMessageStartingWith("lookup must be able to implement " + All.class.getName());
  }

  @Test
  void log_otherValues_throws() {
    DeclaredEvent type = log.declare(EventSchema.named("e").int32("i").build());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> type.log(1, 2))
        .withMessage("event e has [int32 i], got 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> type.log(1L))
        .withMessage("value of i must be int32, was 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> type.log((Object) null))
        .withMessage("value of i must be int32, was null");
  }

  @Test
  void declare_messageTooLong_throws() {
    EventSchema.Builder wide = EventSchema.named("wide");
    for (int k = 0; k < 9000; k++) {
      wide.float64(Integer.toString(k, Character.MAX_RADIX));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> log.declare(wide.build()))
        .withMessageContaining("of event wide must have at most 65535 bytes, would have");
  }

  @Test
  void declare_equalSchema_isTheSameType() {
    EventSchema again = EventSchema.named("e").int32("i").build();

    assertThat(log.declare(EventSchema.named("e").int32("i").build())).isSameAs(log.declare(again));
    assertThat(log.declare(EventSchema.named("e").int64("i").build()))
        .isNotSameAs(log.declare(again));
  }

  @Test
  void log_textsTooLong_isDroppedAndCounted() throws InterruptedException {
    DeclaredEvent type = log.declare(EventSchema.named("e").string("a").string("b").build());
    String half = "x".repeat(32_000);

    type.log(half, half);
    type.log(half, half + half);
    type.log(null, null);
    assertThat(log.flush()).isTrue();

    assertThat(log.counts().written()).isEqualTo(2);
    assertThat(log.counts().dropped()).isEqualTo(1);
  }

  @Test
  void log_afterClose_doesNothing() {
    DeclaredEvent type = log.declare(ALL);
    All all = type.as(MethodHandles.lookup(), All.class);
    all.log("", 1, "", 2, 3, 4);
    log.close();

    assertThatCode(() -> all.log("", 1, "", 2, 3, 4)).doesNotThrowAnyException();
    type.enable(true);
    assertThat(type.isEnabled()).isFalse();
    assertThat(log.declare(EventSchema.named("late").build()).isEnabled()).isFalse();
    assertThat(log.counts().written()).isEqualTo(1);
  }

  @Test
  void enable_off_logsNothing() throws InterruptedException {
    DeclaredEvent type = log.declare(EventSchema.named("e").build());
    type.log();
    type.enable(false);
    type.log();
    type.enable(true);
    type.log();
    log.flush();

    assertThat(log.counts().written()).isEqualTo(2);
  }

  @Test
  void log_allTypes_allocatesNothing() {
    All all = log.declare(ALL).as(MethodHandles.lookup(), All.class);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    String text = "some tëxt";
    int events = 200_000;
    double least = Double.POSITIVE_INFINITY;
    for (int round = 0; round < 5; round++) { // It is unknown when everything is compiled.
      long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
      logMany(all, text, events);
      long after = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
      least = Math.min(least, (after - before) / (double) events);
    }
    assertThat(least).isLessThan(0.01);
  }

  private static void logMany(All all, String text, int events) {
    for (int k = 0; k < events; k++) {
      all.log(text, k, text, k, k, k);
    }
  }
}
