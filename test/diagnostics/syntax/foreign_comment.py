// adds one
def f(n):
    x = n // the first value
    /* two */
    return x
