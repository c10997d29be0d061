def f(n):
    if n:
        return 1
    else n < 0:
        return x
