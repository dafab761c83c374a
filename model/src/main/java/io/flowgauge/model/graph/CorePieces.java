package io.flowgauge.model.graph;

import static io.flowgauge.model.graph.IndexTable.NONE;

import java.util.Arrays;

/**
 * Takes a core apart into smaller cores: one after another between its cut junctions, or side by
 * side if it is disconnected without its ends. Takes linear time and consumes the arcs of the core.
 */
final class CorePieces {
  private CorePieces() {}

  /**
   * A part of a core between two of its junctions.
   *
   * @param direct the region of the arc between its ends, or nothing
   * @param arcs the other arcs, with junctions numbered from zero
   * @param junctionCount one more than the number of its last junction
   */
  record Piece(int direct, ArcList arcs, int junctionCount) {}

  /** The pieces between the first junction, the cut junctions and the last, in this order. */
  static Piece[] seriesPieces(Core core, int[] cuts) {
    int[] first = new int[cuts.length + 2];
    System.arraycopy(cuts, 0, first, 1, cuts.length);
    first[cuts.length + 1] = core.sink();
    ArcList arcs = core.arcs;
    int[] pieceOf = new int[arcs.size];
    for (int a = 0; a < arcs.size; a++) {
      int place = Arrays.binarySearch(first, arcs.tail[a]);
      pieceOf[a] = place < 0 ? -place - 2 : place;
    }
    ArcList[] lists = distribute(arcs, pieceOf, first.length - 1);
    Piece[] pieces = new Piece[lists.length];
    for (int p = 0; p < pieces.length; p++) {
      pieces[p] = piece(lists[p], first[p], first[p + 1]);
    }
    return pieces;
  }

  /**
   * Makes a piece of arcs: separates the arc between its ends, and numbers the junctions from zero.
   */
  private static Piece piece(ArcList arcs, int first, int last) {
    int direct = RegionForest.NOTHING;
    int size = 0;
    for (int a = 0; a < arcs.size; a++) {
      if (arcs.tail[a] == first && arcs.head[a] == last) {
        direct = arcs.region[a];
      } else {
        arcs.tail[size] = arcs.tail[a] - first;
        arcs.head[size] = arcs.head[a] - first;
        arcs.region[size++] = arcs.region[a];
      }
    }
    arcs.size = size;
    return new Piece(direct, arcs, last - first + 1);
  }

  /** Returns the pieces that are connected only by the first and the last junction. */
  static Piece[] parallelPieces(Core core, UnionFind components) {
    ArcList arcs = core.arcs;
    int[] pieceOf = new int[core.junctionCount];
    int[] sizes = new int[components.count()];
    int count = numberInner(core, components, pieceOf, sizes);
    int[] pieceOfArc = new int[arcs.size];
    for (int a = 0; a < arcs.size; a++) {
      pieceOfArc[a] = pieceOf[arcs.tail[a] == 0 ? arcs.head[a] : arcs.tail[a]];
    }
    int[] number = numbersWithin(core, pieceOf, count);
    ArcList[] lists = distribute(arcs, pieceOfArc, count);
    Piece[] pieces = new Piece[count];
    for (int p = 0; p < count; p++) {
      int last = sizes[p] + 1;
      renumber(lists[p], number, core.sink(), last);
      pieces[p] = new Piece(RegionForest.NOTHING, lists[p], last + 1);
    }
    return pieces;
  }

  /**
   * Numbers the pieces from zero, sets the piece of each inner junction and the number of junctions
   * of each piece, and returns the number of pieces.
   */
  private static int numberInner(Core core, UnionFind components, int[] pieceOf, int[] sizes) {
    int[] pieceAt = IndexTable.empty(core.junctionCount);
    int count = 0;
    for (int j = 1; j < core.sink(); j++) {
      int set = components.find(j);
      if (pieceAt[set] == NONE) {
        pieceAt[set] = count++;
      }
      pieceOf[j] = pieceAt[set];
      sizes[pieceOf[j]]++;
    }
    return count;
  }

  /** Numbers the inner junctions of each piece from one, in ascending order. */
  private static int[] numbersWithin(Core core, int[] pieceOf, int pieces) {
    int[] number = new int[core.junctionCount];
    int[] last = new int[pieces];
    for (int j = 1; j < core.sink(); j++) {
      number[j] = ++last[pieceOf[j]];
    }
    return number;
  }

  private static void renumber(ArcList arcs, int[] number, int sink, int last) {
    for (int a = 0; a < arcs.size; a++) {
      arcs.tail[a] = number[arcs.tail[a]];
      arcs.head[a] = arcs.head[a] == sink ? last : number[arcs.head[a]];
    }
  }

  private static ArcList[] distribute(ArcList arcs, int[] pieceOf, int pieces) {
    int[] sizes = new int[pieces];
    for (int piece : pieceOf) {
      sizes[piece]++;
    }
    ArcList[] lists = new ArcList[pieces];
    Arrays.setAll(lists, p -> new ArcList(sizes[p]));
    for (int a = 0; a < pieceOf.length; a++) {
      lists[pieceOf[a]].add(arcs.tail[a], arcs.head[a], arcs.region[a]);
    }
    arcs.release();
    return lists;
  }
}
