def f(a, b):
    x = a b
    y = f(a b)
    z = [1 2]
    w = (a) b
    return "a" 3
