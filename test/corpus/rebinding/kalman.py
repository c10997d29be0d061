# args: x0=float32[4] P0=float32[4,4] z=float32[12,2] out=float32[12,4]
# range: x0=-1..1 P0=0..1 z=-2..2
# sum: 64 of 100
# A Kalman filter: position and velocity in the plane, measured positions. The state goes through a function and back.
from pylog import *
import numpy as np

F = np.array([[1, 0, 0.5, 0], [0, 1, 0, 0.5], [0, 0, 1, 0], [0, 0, 0, 1]], np.float32)
H = np.array([[1, 0, 0, 0], [0, 1, 0, 0]], np.float32)


def inverse(s):
    det = s[0, 0] * s[1, 1] - s[0, 1] * s[1, 0]
    r = np.zeros((2, 2), np.float32)
    r[0, 0] = s[1, 1]
    r[0, 1] = -s[0, 1]
    r[1, 0] = -s[1, 0]
    r[1, 1] = s[0, 0]
    return r / det


def predict(x, P):
    return F @ x, F @ P @ F.T + np.float32(0.01) * np.eye(4, dtype=np.float32)


def update(x, P, z):
    S = H @ P @ H.T + np.float32(0.25) * np.eye(2, dtype=np.float32)
    K = P @ H.T @ inverse(S)
    return x + K @ (z - H @ x), P - K @ H @ P


def step(x, P, z):
    x, P = predict(x, P)
    return update(x, P, z)


@pylog
def kalman(x0, P0, z, out):
    x = x0
    P = P0 @ P0.T + np.eye(4, dtype=np.float32)
    for k in range(12):
        x, P = step(x, P, z[k])
        out[k] = x
    return P
