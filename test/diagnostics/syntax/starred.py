def f(a):
    x = *a
    y = (*a)
    *z = a
    return [*b for b in a]
