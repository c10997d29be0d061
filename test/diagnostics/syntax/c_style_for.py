def f(n):
    for (i = 0; i < n; i++):
        pass
