x = 1 2
) = 3
x = [1, , 2]
f(, a)
x : = 3
x -> y
pass x
