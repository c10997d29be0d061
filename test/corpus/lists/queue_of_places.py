# args: g=uint8[8,8] a=int64[9] x=2
# range: g=0..3 a=-5..5
# collections.deque as a queue, bisect and insort, insert into a list without elements.
import bisect
from collections import deque
from pylog import *


@pylog
def queue_of_places(g, a, x):
    dist = np.full((8, 8), -1)
    dist[0, 0] = 0
    q = deque([(0, 0)])
    while q:
        assert len(q) <= 64
        r, c = q.popleft()
        for dr, dc in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            i, j = r + dr, c + dc
            if 0 <= i < 8 and 0 <= j < 8 and g[i, j] > 0 and dist[i, j] < 0:
                dist[i, j] = dist[r, c] + 1
                q.append((i, j))
    window = deque()
    for k in range(9):
        window.append(a[k])
        if k > 2:
            window.popleft()
    window.appendleft(7)
    xs = []
    ys = []
    for v in a:
        bisect.insort(xs, v)
        ys.insert(0, v)
    places = bisect.bisect_left(xs, x), bisect.bisect_right(xs, x)
    return dist, np.array(xs), np.array(ys), places[0], places[1], window[0] * 100 + window[-1] * 10 + window[1]
