# through write out
# pipeline i
def k(a: "int32[1000,1000]"):
    for i in range(4):
        for j in range(1000):
            for l in range(1000):
                a[j, l] += i
