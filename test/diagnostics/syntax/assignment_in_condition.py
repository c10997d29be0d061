def f(a, b):
    if a = b:
        return 1
    while a[0] = 2 and b:
        pass
    x = (a = b)
    return 0
