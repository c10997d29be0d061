def f(a):
    for i in range(3):
    return a

def g(b):
    if b:
