def f(a):
# nothing here
x = 1
