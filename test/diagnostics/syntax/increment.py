def f(a, i):
    i++
    a[i + 1]--
    return i
