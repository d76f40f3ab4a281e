/**
 * Half-open intervals over ordered keys, each with the owners who watch it:
 * "who watches this key?" in logarithmic time. A treap (a binary tree kept
 * balanced by random priorities) whose nodes know the farthest end below them.
 *
 * Keys are strings compared by code unit; bytes come in as latin-1, which
 * keeps their order.
 */

export interface Interval {
  readonly from: string;
  /** Absent: without end. */
  readonly to?: string | undefined;
}

interface Node<Owner> {
  readonly interval: Interval;
  readonly owners: Set<Owner>;
  readonly priority: number;
  /** The farthest `to` in this subtree; undefined when one has no end. */
  farthest: string | undefined;
  left: Node<Owner> | null;
  right: Node<Owner> | null;
}

function compareEnds(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a < b ? -1 : 1;
}

function compareIntervals(a: Interval, b: Interval): number {
  if (a.from !== b.from) return a.from < b.from ? -1 : 1;
  return compareEnds(a.to, b.to);
}

function refresh<Owner>(node: Node<Owner>): Node<Owner> {
  let farthest = node.interval.to;
  for (const child of [node.left, node.right]) {
    if (child !== null && compareEnds(child.farthest, farthest) > 0) farthest = child.farthest;
  }
  node.farthest = farthest;
  return node;
}

function liftLeft<Owner>(node: Node<Owner>, left: Node<Owner>): Node<Owner> {
  node.left = left.right;
  left.right = refresh(node);
  return refresh(left);
}

function liftRight<Owner>(node: Node<Owner>, right: Node<Owner>): Node<Owner> {
  node.right = right.left;
  right.left = refresh(node);
  return refresh(right);
}

function withOwner<Owner>(node: Node<Owner> | null, interval: Interval, owner: Owner): Node<Owner> {
  if (node === null) {
    const priority = Math.random();
    return {
      interval,
      owners: new Set([owner]),
      priority,
      farthest: interval.to,
      left: null,
      right: null,
    };
  }
  const order = compareIntervals(interval, node.interval);
  if (order === 0) {
    node.owners.add(owner);
    return node;
  }
  if (order < 0) {
    const left = (node.left = withOwner(node.left, interval, owner));
    return left.priority > node.priority ? liftLeft(node, left) : refresh(node);
  }
  const right = (node.right = withOwner(node.right, interval, owner));
  return right.priority > node.priority ? liftRight(node, right) : refresh(node);
}

function joined<Owner>(left: Node<Owner> | null, right: Node<Owner> | null): Node<Owner> | null {
  if (left === null) return right;
  if (right === null) return left;
  if (left.priority > right.priority) {
    left.right = joined(left.right, right);
    return refresh(left);
  }
  right.left = joined(left, right.left);
  return refresh(right);
}

function withoutOwner<Owner>(
  node: Node<Owner> | null,
  interval: Interval,
  owner: Owner,
): Node<Owner> | null {
  if (node === null) return null;
  const order = compareIntervals(interval, node.interval);
  if (order < 0) node.left = withoutOwner(node.left, interval, owner);
  if (order > 0) node.right = withoutOwner(node.right, interval, owner);
  if (order !== 0) return refresh(node);
  node.owners.delete(owner);
  return node.owners.size > 0 ? node : joined(node.left, node.right);
}

function visitCovering<Owner>(
  node: Node<Owner> | null,
  key: string,
  visit: (owner: Owner) => void,
): void {
  if (node === null || compareEnds(key, node.farthest) >= 0) return;
  visitCovering(node.left, key, visit);
  if (node.interval.from > key) return;
  if (compareEnds(key, node.interval.to) < 0) node.owners.forEach(visit);
  visitCovering(node.right, key, visit);
}

export class IntervalIndex<Owner> {
  #root: Node<Owner> | null = null;

  get isEmpty(): boolean {
    return this.#root === null;
  }

  /** Adding the same interval for the same owner twice changes nothing. */
  add(interval: Interval, owner: Owner): void {
    this.#root = withOwner(this.#root, interval, owner);
  }

  remove(interval: Interval, owner: Owner): void {
    this.#root = withoutOwner(this.#root, interval, owner);
  }

  /** Calls `visit` once for each interval that contains the key and each of its owners. */
  covering(key: string, visit: (owner: Owner) => void): void {
    visitCovering(this.#root, key, visit);
  }
}
