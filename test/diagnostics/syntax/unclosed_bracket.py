def f(a):
    x = (a[0] + 1
    return x

def g(b):
    y = [1, 2
