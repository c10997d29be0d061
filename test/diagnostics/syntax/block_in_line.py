def f(n):
    if n: for i in n: pass
    x = 1; while n: pass
