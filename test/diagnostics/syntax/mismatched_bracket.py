def f(a):
    x = (a[0] + 1]
    y = f(a[0)
    return x
