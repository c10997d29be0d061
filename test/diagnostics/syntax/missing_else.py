def f(a, b):
    x = a if b
    y = [a if b, 1]
    return x
