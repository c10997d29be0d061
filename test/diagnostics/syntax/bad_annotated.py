def f(a, b):
    a, b: int = 1
    c: int = d = 2
    f(a): int = 3
