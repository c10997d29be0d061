# through regions
# outline i f
def k(a: "int32[4]"):
    for i in range(4):
        a[i] = i
