def f(n):
    if n:
        return 1
    x = 2
    else:
        return x
