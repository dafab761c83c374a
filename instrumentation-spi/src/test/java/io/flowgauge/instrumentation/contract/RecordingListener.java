package io.flowgauge.instrumentation.contract;

import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileListener;
import io.flowgauge.instrumentation.RegionPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A listener that keeps everything push mode sends. Thread-safe. */
final class RecordingListener implements ProfileListener {
  private final List<Profile> updates = new ArrayList<>();
  private final List<ProcessStatus> ends = new ArrayList<>();
  private final AtomicInteger inside = new AtomicInteger();
  private boolean overlapped;
  private boolean throwing;
  private int updatesAtEnd;

  /** Makes every call throw an exception. */
  RecordingListener throwing() {
    throwing = true;
    return this;
  }

  @Override
  public void updated(Profile update) {
    enter();
    synchronized (this) {
      updates.add(update);
    }
    leave();
  }

  @Override
  public void ended(ProcessStatus status) {
    enter();
    synchronized (this) {
      ends.add(status);
      updatesAtEnd = updates.size();
    }
    leave();
  }

  private void enter() {
    if (inside.incrementAndGet() > 1) {
      synchronized (this) {
        overlapped = true;
      }
    }
    // Leaves time for an overlapping call.
    LockSupport.parkNanos(1_000);
  }

  private void leave() {
    inside.decrementAndGet();
    if (throwing) {
      throw new IllegalStateException("thrown by the listener on purpose");
    }
  }

  synchronized List<Profile> updates() {
    return List.copyOf(updates);
  }

  synchronized List<ProcessStatus> ends() {
    return List.copyOf(ends);
  }

  synchronized boolean overlapped() {
    return overlapped;
  }

  /** Returns the calls of a region by its last update. */
  synchronized long calls(RegionPattern region) {
    return calls(region, updates.size());
  }

  synchronized long callsAtEnd(RegionPattern region) {
    return calls(region, updatesAtEnd);
  }

  private long calls(RegionPattern region, int before) {
    long calls = 0;
    for (Profile update : updates.subList(0, before)) {
      calls = Math.max(calls, ContractSetting.calls(update, region));
    }
    return calls;
  }
}
