def f(a)
    x = a +
    if x = 1:
        return 1
    return y)
