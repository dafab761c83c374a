package io.flowgauge.activation.collect;

/** Holds the receiver of a request, of which there is at most one. Thread-safe. */
public final class SubscriberSlot {
  private volatile Subscriber subscriber;

  /** Installs a receiver, which supersedes the earlier one. */
  public void subscribe(Subscriber newcomer) {
    Subscriber before;
    synchronized (this) {
      before = subscriber;
      subscriber = newcomer;
    }
    if (before != null) {
      before.supersede();
    }
  }

  /** Removes a receiver, unless another has replaced it. */
  public synchronized void unsubscribe(Subscriber leaving) {
    if (subscriber == leaving) {
      subscriber = null;
    }
  }

  /** Notifies the receiver that events may have arrived. */
  public void wake() {
    Subscriber now = subscriber;
    if (now != null) {
      now.wake();
    }
  }

  /** Whether there is a receiver that keeps the lease. */
  public boolean isConnected() {
    Subscriber now = subscriber;
    return now != null && now.isConnected();
  }
}
