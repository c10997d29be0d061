def f(a):
    if !a:
        return 1
