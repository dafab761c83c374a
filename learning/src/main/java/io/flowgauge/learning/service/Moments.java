package io.flowgauge.learning.service;

import io.flowgauge.learning.saved.Saved;
import java.util.List;

/** Weighted sums of log sizes z and log times y about their means. Not thread-safe. */
final class Moments {
  double weight;
  double meanZ;
  double meanY;
  double zz;
  double zy;
  double yy;

  Moments() {}

  Moments(Moments other) {
    weight = other.weight;
    meanZ = other.meanZ;
    meanY = other.meanY;
    zz = other.zz;
    zy = other.zy;
    yy = other.yy;
  }

  /** The numbers, in the order of the fields. */
  List<Double> saved() {
    return List.of(weight, meanZ, meanY, zz, zy, yy);
  }

  static Moments from(Saved saved) {
    List<Saved> numbers = saved.elements(6, "weight, two means and three sums of squares");
    Moments moments = new Moments();
    moments.weight = numbers.get(0).number(0);
    moments.meanZ = numbers.get(1).number();
    moments.meanY = numbers.get(2).number();
    moments.zz = numbers.get(3).number(0);
    moments.zy = numbers.get(4).number();
    moments.yy = numbers.get(5).number(0);
    return moments;
  }

  void clear() {
    weight = 0;
    meanZ = 0;
    meanY = 0;
    zz = 0;
    zy = 0;
    yy = 0;
  }

  void add(double z, double y, double w) {
    weight += w;
    double share = w / weight;
    double dz = z - meanZ;
    double dy = y - meanY;
    meanZ += share * dz;
    meanY += share * dy;
    zz += w * dz * (z - meanZ);
    zy += w * dz * (y - meanY);
    yy += w * dy * (y - meanY);
  }
}
