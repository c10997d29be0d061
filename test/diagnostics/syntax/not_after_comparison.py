def f(a, b):
    return a == not b
