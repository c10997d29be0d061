def f(a):
    *x, *y = a
