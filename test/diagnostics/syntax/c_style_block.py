def f(n):
    if (n > 0) {
        n = 1
    }
    return n
