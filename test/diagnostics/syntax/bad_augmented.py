def f(a, b):
    a, b += 1
    f(a) -= 1
    (a + b) *= 2
