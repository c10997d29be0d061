"""K-means clustering of integer points."""
import numpy as np
from program import main
from pylog import *

STEPS = 10


@pylog
def kmeans(points, means, labels):
    """Assigns each point to the nearest mean, moves the means to the middle of their points, and again."""
    count, dims = points.shape
    clusters = len(means)
    for step in range(STEPS):
        sums = np.zeros((clusters, dims), np.int32)
        members = np.zeros(clusters, np.int32)
        for n in range(count).pipeline():
            label = 0
            least = dot(points[n] - means[0], points[n] - means[0])
            for k in range(1, clusters):
                distance = dot(points[n] - means[k], points[n] - means[k])
                if distance < least:
                    least = distance
                    label = k
            labels[n] = label
            members[label] += 1
            sums[label] += points[n]
        for k in range(clusters):
            if members[k] > 0:
                means[k] = sums[k] // members[k]


def data(rng, count, dims, clusters):
    centres = rng.integers(0, 1000, (clusters, dims))
    points = centres[rng.integers(0, clusters, count)] + rng.integers(-99, 100, (count, dims))
    points = points.astype(np.int32)
    return {"points": points, "means": points[:clusters].copy(), "labels": np.zeros(count, np.int32)}


def expected(points, means, labels):
    for _ in range(STEPS):
        distances = ((points[:, None, :] - means[None, :, :]) ** 2).sum(axis=2)
        labels[:] = distances.argmin(axis=1)
        for k in np.unique(labels):
            means[k] = points[labels == k].sum(axis=0) // np.count_nonzero(labels == k)
    return {"means": means, "labels": labels}


if __name__ == "__main__":
    sizes = {"full": {"count": 320, "dims": 32, "clusters": 16}, "small": {"count": 24, "dims": 4, "clusters": 3}}
    main(kmeans, data, expected, sizes)
