package io.flowgauge.probabilistic.curve;

/**
 * Converts a curve to masses on the points of a lattice. Each piece of probability is split between
 * the four points around it by cubic Lagrange weights, which preserve its moments up to the third.
 * Sums of many times are therefore accurate to the fourth order of the step, whether or not the
 * step resolves the single times, and wherever their densities jump.
 */
final class Masses {
  /** Number of points before a cell that receive some of its probability. */
  static final int REACH = 1;

  /** The four-node Lobatto rule on [0, 1]; neighbouring cells share its end nodes. */
  private static final double NODE = 0.5 - Math.sqrt(0.05);

  private static final double WEIGHT = 5.0 / 12;
  private static final double END_WEIGHT = 1.0 / 12;

  /** Number of times the first cell is halved towards its start. */
  private static final int OCTAVES = 30;

  private final double origin;
  private final double step;
  private final double[] mass;
  private final double[] atoms;
  private final double[] atomMass;

  private Masses(Curve curve, double step, int most) {
    this.step = step;
    origin = curve.lower();
    double cells = Math.ceil((curve.upper() - curve.lower()) / step);
    mass = new double[(int) Math.min(cells + 2 * REACH + 1, most)];
    atoms = curve.jumps();
    atomMass = new double[atoms.length];
    for (int k = 0; k < atoms.length; k++) {
      atomMass[k] = curve.survival(Math.nextDown(atoms[k])) - curve.survival(atoms[k]);
    }
  }

  /**
   * Returns the masses from the curve's lower end on.
   *
   * @param most greatest number of masses; further ones are left out
   * @return probabilities; index 0 is the point one step before the lower end
   */
  static double[] of(Curve curve, double step, int most) {
    Masses masses = new Masses(curve, step, most);
    masses.addAtoms();
    masses.addRest(curve);
    return masses.mass;
  }

  private void addAtoms() {
    int last = Math.max(0, mass.length - 2 * REACH - 2);
    for (int k = 0; k < atoms.length; k++) {
      double place = Math.max(0, (atoms[k] - origin) / step);
      if (place <= last + 1) {
        int cell = Math.min((int) place, last);
        double m0 = atomMass[k];
        double m1 = m0 * (place - cell);
        double m2 = m1 * (place - cell);
        add(cell, m0, m1, m2, m2 * (place - cell));
      }
    }
  }

  /**
   * Adds the probability that is not in atoms, cell by cell, from integrals of the survival
   * function.
   */
  private void addRest(Curve curve) {
    int cells = mass.length - 2 * REACH - 1;
    Rest rest = new Rest(curve);
    double before = rest.at(origin);
    for (int cell = 0; cell < cells; cell++) {
      double[] integral = new double[3];
      double after = before;
      // The density may be infinite at the lower end.
      for (int k = cell == 0 ? OCTAVES : 0; k >= 0; k--) {
        double from = k == OCTAVES || cell > 0 ? 0 : Math.scalb(1.0, -k - 1);
        after = addPanel(rest, cell + from, cell + Math.scalb(1.0, -k), after, integral);
      }
      double m1 = integral[0] - after;
      add(cell, before - after, m1, 2 * integral[1] - after, 3 * integral[2] - after);
      before = after;
    }
  }

  /**
   * Adds the integrals of the survival function times powers of the position in the cell; returns
   * its value at the end.
   */
  private double addPanel(Rest rest, double from, double to, double before, double[] integral) {
    double width = to - from;
    double place = from - Math.floor(from);
    double low = rest.at(origin + (from + NODE * width) * step);
    double high = rest.at(origin + (to - NODE * width) * step);
    double after = rest.at(origin + to * step);
    addNode(integral, place, END_WEIGHT * width * before);
    addNode(integral, place + NODE * width, WEIGHT * width * low);
    addNode(integral, place + (1 - NODE) * width, WEIGHT * width * high);
    addNode(integral, place + width, END_WEIGHT * width * after);
    return after;
  }

  private static void addNode(double[] integral, double place, double value) {
    integral[0] += value;
    integral[1] += value * place;
    integral[2] += value * place * place;
  }

  /**
   * The survival function without the probability of the atoms; must be evaluated at ascending
   * times.
   */
  private final class Rest {
    private final Curve curve;
    private double inAtoms;
    private int next;

    Rest(Curve curve) {
      this.curve = curve;
      for (double weight : atomMass) {
        inAtoms += weight;
      }
    }

    double at(double t) {
      while (next < atoms.length && atoms[next] <= t) {
        inAtoms -= atomMass[next++];
      }
      return curve.survival(t) - inAtoms;
    }
  }

  /**
   * Adds a probability m0 with its first three moments m1 to m3 about the cell's first point, in
   * steps.
   */
  private void add(int cell, double m0, double m1, double m2, double m3) {
    mass[cell] += (-m3 + 3 * m2 - 2 * m1) / 6;
    mass[cell + 1] += (m3 - 2 * m2 - m1 + 2 * m0) / 2;
    mass[cell + 2] += (-m3 + m2 + 2 * m1) / 2;
    mass[cell + 3] += (m3 - m1) / 6;
  }
}
