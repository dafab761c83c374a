package io.flowgauge.learning.service;

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
