def f(a):
    if a > 0:
        return 1
    else if a < 0:
        return 2
    else:
        return 3
