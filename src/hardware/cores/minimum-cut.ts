/** Minimum cuts of directed graphs: Dinic's algorithm (Soviet Math. Doklady 11, 1970). */

/** Which side of a cut each node is on; what goes from the source's side to the sink's is cut. */
export interface Network {
  readonly edge: (from: number, to: number, capacity: number) => void;
  /** True for nodes on the source's side of a cut of least capacity: the smallest such side. */
  readonly cut: (source: number, sink: number) => readonly boolean[];
}

export function network(nodes: number): Network {
  const out: number[][] = Array.from({ length: nodes }, () => []); // edges by the node that they leave
  const to: number[] = [];
  const room: number[] = []; // what an edge still takes; edge ^ 1 is the same one backwards
  const edge = (from: number, into: number, capacity: number): void => {
    out[from]?.push(to.length);
    to.push(into);
    room.push(capacity);
    out[into]?.push(to.length);
    to.push(from);
    room.push(0);
  };
  const levelsFrom = (source: number): Int32Array => {
    const level = new Int32Array(nodes).fill(-1);
    level[source] = 0;
    const queue = [source];
    for (const node of queue) {
      for (const id of out[node] ?? []) {
        const next = to[id] ?? 0;
        if ((room[id] ?? 0) <= 0 || level[next] !== -1) continue;
        level[next] = (level[node] ?? 0) + 1;
        queue.push(next);
      }
    }
    return level;
  };
  /** Fills ways to the sink until each of them has an edge without room. */
  const fill = (source: number, sink: number, level: Int32Array): void => {
    const tried = new Int32Array(nodes);
    const way: number[] = [];
    let node = source;
    for (;;) {
      if (node === sink) {
        const least = way.reduce((some, id) => Math.min(some, room[id] ?? 0), Infinity);
        for (const id of way) {
          room[id] = (room[id] ?? 0) - least;
          room[id ^ 1] = (room[id ^ 1] ?? 0) + least;
        }
        const full = way.findIndex((id) => room[id] === 0);
        node = to[(way[full] ?? 0) ^ 1] ?? source;
        way.length = full;
        continue;
      }
      const id = out[node]?.[tried[node] ?? 0];
      if (id === undefined) {
        const back = way.pop();
        if (back === undefined) return;
        node = to[back ^ 1] ?? source;
        tried[node] = (tried[node] ?? 0) + 1;
      } else if ((room[id] ?? 0) > 0 && level[to[id] ?? 0] === (level[node] ?? 0) + 1) {
        way.push(id);
        node = to[id] ?? sink;
      } else {
        tried[node] = (tried[node] ?? 0) + 1;
      }
    }
  };
  return {
    edge,
    cut(source, sink) {
      let level = levelsFrom(source);
      while (level[sink] !== -1) {
        fill(source, sink, level);
        level = levelsFrom(source);
      }
      return Array.from(level, (one) => one !== -1);
    },
  };
}
