def f(a):
    """What it does.
    return a
