def f(a):
    print a, 1
    print "done"
