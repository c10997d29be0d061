def f(a)
    if a > 0
        return a
    else
        return 0

def g(n):
    for i in range(n)
        pass
    while n
        n -= 1
