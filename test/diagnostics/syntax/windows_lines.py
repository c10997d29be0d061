def f(a):
    x = a +
    return x
