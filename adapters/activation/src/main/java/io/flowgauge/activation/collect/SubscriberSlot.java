package io.flowgauge.activation.collect;

/** The place of the only receiver. Thread-safe. */
public final class SubscriberSlot {
  private volatile Subscriber subscriber;

  /** Makes a receiver the only one. */
  public void subscribe(Subscriber newcomer) {
    Subscriber before;
    synchronized (this) {
      before = subscriber;
      subscriber = newcomer;
    }
    if (before != null) {
      before.superseded();
    }
  }

  /** Leaves the place empty, unless another has taken it. */
  public synchronized void unsubscribe(Subscriber leaving) {
    if (subscriber == leaving) {
      subscriber = null;
    }
  }

  /** Notifies the receiver that something may have come. */
  public void more() {
    Subscriber now = subscriber;
    if (now != null) {
      now.more();
    }
  }

  /** Whether there is a receiver that keeps the lease. */
  public boolean isConnected() {
    Subscriber now = subscriber;
    return now != null && now.isConnected();
  }
}
