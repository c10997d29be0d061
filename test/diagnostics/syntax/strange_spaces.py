def f(a):
    x = 1
    y = a​ + 1
    return x
