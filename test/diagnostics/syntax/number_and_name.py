def f(x):
    return 2x
